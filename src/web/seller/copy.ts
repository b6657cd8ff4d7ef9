import { counted } from '#core/format/count.ts'

/** Messages that the seller's pages show after a form. */
export const MESSAGES = {
  opened: 'Your shop is open.',
  saved: 'Saved.',
  draft: 'Draft created. Only you can see it.',
  published: 'Your listing is live.',
  unpublished: 'Unpublished. It is a draft again and keeps its link.',
  sold: 'Marked as sold.',
  relisted: 'Relisted at the same link.',
  deleted: 'Deleted.',
  accepted: 'Accepted. The buyer has 24 hours to pay.',
  declined: 'Offer declined.',
  countered: 'Counteroffer sent. The buyer has 48 hours to answer.',
  cancelled: 'Order cancelled. The buyer gets a full refund.',
  answered: 'Answered.',
  dropsSet: 'Price drops scheduled.',
  dropsStopped: 'Price drops stopped. The price stays as it is.',
} as const

/** Texts about the price-drop schedule of a listing. */
export const DROPS = {
  title: 'Price drops',
  mark: 'Price drops',
  link: 'Lower the price step by step',
  hint: 'The price falls by the same step each time and never goes below your minimum price. Without one, your shop’s minimum becomes the minimum of this item. It pauses while nobody can buy the item, and stops when you change the price.',
  percent: 'Step, in percent of the price now',
  days: 'Days between steps',
  active: (step: string, days: number) => `The price falls by ${step} every ${days} days.`,
  next: (price: string) => `Next: ${price}, at the earliest on`,
  last: 'The next step would go below your minimum price, so the price stays.',
  set: 'Schedule price drops',
  stop: 'Stop price drops',
} as const

/** Names of the changes in a statement. */
export const STATEMENT_LINES = {
  payment: 'Paid by the buyer',
  refund: 'Refunded to the buyer',
  refund_returned: 'Refund returned to us',
  completed: 'Order completed',
  label: 'Shipping label',
  payout: 'Sent to you',
  payout_returned: 'Payout returned to us',
  chargeback: 'Chargeback',
  chargeback_returned: 'Chargeback decided for you',
}

/** Names of the parts of a payout, inside a sum. */
export const PAYOUT_LINES = {
  item: 'item',
  shipping: 'shipping',
  deposit: 'deposit kept',
  refund: 'refunded',
  fee: 'fee',
  labels: 'shipping labels',
  other: 'chargebacks and corrections',
}

/** Texts of the page of a shop's sales. */
export const SALES = {
  title: (shop: string) => `Sales of ${shop}`,
  intro: 'Lower the prices of your shop for up to 14 days. They return by themselves.',
  plan: 'New sale',
  percent: 'Reduction, in percent',
  start: 'First day (optional)',
  startHint: 'Starts at 00:00 UTC. Leave empty to start now.',
  days: 'Days',
  preview: 'Preview prices',
  confirm: (count: number) => `Start the sale with ${counted(count, 'item')}`,
  planned: 'The sale is planned. Prices change at its start.',
  ended: 'The sale is over. Prices return in a moment.',
  skipped: (count: number) => `${counted(count, 'item stays', 'items stay')} out of the sale.`,
  floor: 'Their reduced price would be below your minimum price. Choose a smaller reduction, or lower the minimum price.',
  none: 'No item would be reduced.',
  prices: 'Prices in the sale',
  item: 'Item',
  before: 'Now',
  during: 'In the sale',
  more: (count: number) => `And ${counted(count, 'more item')}.`,
  list: 'Your sales',
  off: (percent: number) => `${percent}% off`,
  statuses: { planned: 'Planned', running: 'Running', ending: 'Ending', ended: 'Over' },
  reduced: (count: number) => `${counted(count, 'item')} reduced`,
  out: (count: number) => `${counted(count, 'item')} left out`,
  unrestored: (count: number) => `${counted(count, 'item')} sold or repriced by you`,
  cancel: 'Cancel sale',
  end: 'End sale now',
  back: 'Shop settings',
} as const
