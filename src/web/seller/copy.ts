import { counted } from '#core/format/count.ts'

/** Messages that the seller's pages show after a form. */
export const MESSAGES = {
  opened: 'Your shop is open.',
  saved: 'Saved.',
  draft: 'Draft created. Only you can see it.',
  published: 'Your listing is live.',
  unpublished: 'Unpublished. The listing is a draft again and keeps its link.',
  sold: 'Marked as sold.',
  relisted: 'Relisted at the same link.',
  deleted: 'Deleted.',
  accepted: 'Accepted. The buyer has 24 hours to pay.',
  declined: 'Offer declined.',
  countered: 'Counteroffer sent. The buyer has 48 hours to answer.',
  cancelled: 'Order cancelled. The buyer gets a full refund.',
  answered: 'Answered.',
  dropsSet: 'Price drops scheduled.',
  dropsStopped: 'Price drops stopped. The price is unchanged.',
} as const

/** Texts about the price-drop schedule of a listing. */
export const DROPS = {
  title: 'Price drops',
  mark: 'Price drops',
  hint: 'The price falls by the same amount each time, and never below your minimum price. Without a minimum price, the item gets your shop’s minimum. Price drops pause while no one can buy the item, and stop when you change the price.',
  percent: 'Drop, in percent',
  days: 'Days between drops',
  active: (step: string, days: number) => `The price falls by ${step} every ${days} days.`,
  next: (price: string) => `Next: ${price}, at the earliest on`,
  last: 'The next drop would go below your minimum price, so there are no more drops.',
  set: 'Schedule price drops',
  stop: 'Stop price drops',
} as const

/** Texts about saved replies. */
export const REPLIES = {
  title: 'Saved replies',
  intro: 'Texts that you use often. Insert one into a message, check it, and then send it.',
  none: 'No saved replies yet',
  first: 'Save an answer that you give often, such as your opening hours.',
  add: 'New reply',
  edit: 'Edit reply',
  titleHint: 'Only you see this title.',
  bodyHint: '{name} becomes the buyer’s name, {item} the item’s title, and {price} its current price.',
  choose: 'Saved reply',
  insert: 'Insert a saved reply',
  chooseOne: 'Choose one of your saved replies.',
  manage: 'Manage saved replies',
  saved: 'Reply saved.',
  deleted: 'Reply deleted.',
  most: (count: number) => `You have ${count} saved replies, the maximum. Delete one to add another.`,
}

/** Steps from a view to a sale. */
export const FUNNEL = {
  title: 'From view to sale',
  table: 'Steps from view to sale',
  about: 'Each step counts events of this period only. A person may view an item in one period and buy it in the next.',
  steps: {
    views: 'Views',
    likes: 'Likes',
    contacts: 'Offers or conversations',
    orders: 'Orders placed',
    sold: 'Orders paid',
  },
}

/** Texts about the sales by category. */
export const SELLS = {
  title: 'Best-selling categories',
  table: 'Sales by category',
  none: 'No sales in this period.',
  about: (days: number) => `Orders paid in the last ${days} days. The median is the middle value: half of the items are below it.`,
  noCategory: 'No category',
  others: 'Other categories',
  all: 'All sales',
}

/** Texts about the least viewed listings. */
export const STALE = {
  title: 'Rarely viewed listings',
  table: 'Least viewed listings',
  about:
    'These listings have been live for at least 30 days and have at most half the shop’s usual views. A lower price, new photos or a fuller title can help.',
  none: 'All listings that have been live for 30 days have enough views.',
  lower: 'Lower the price',
  invite: 'Invite buyers',
  edit: 'Edit',
}

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

/** Names of the parts of a payout, as they appear in its calculation. */
export const PAYOUT_LINES = {
  item: 'item',
  shipping: 'shipping',
  deposit: 'deposit kept',
  refund: 'refunded',
  fee: 'fee',
  labels: 'shipping labels',
  other: 'chargebacks and corrections',
}

/** Texts of the editor's steps. */
export const EDITOR_COPY = {
  steps: 'Steps',
  stepNames: { photos: 'Photos', details: 'Facts', price: 'Price', publish: 'Publish' },
  continueTo: { photos: 'Continue to photos', details: 'Continue to facts', price: 'Continue to price', publish: 'Continue to publish' },
  share: 'Share',
  add: 'Add',
  sellsBetter: 'It sells better with',
  ready: 'Ready to publish',
  checklist: 'Before the listing goes live',
  noComparables: 'No comparable prices yet.',
  researchSteps: 'Research steps',
  emptyTitle: 'If you leave the title empty, your own words become the title.',
} as const

/** Texts of the share page. */
export const SHARE_COPY = {
  title: (item: string) => `Share ${item}`,
  intro: 'Send the link to people who may want it.',
  linkOnly: 'Only people with this link can see the listing.',
  edit: 'Edit the listing',
  view: 'View the listing',
  link: 'Link',
  code: 'QR code of the link',
  codeHint: 'Print the code on a tag or a flyer. Anyone who scans the code with a phone sees the item.',
  card: 'Share card',
  cardAlt: (item: string) => `Share card of ${item}, with its photo, price and shop`,
  cardHint: 'Chats and social networks show this card when you send the link.',
  helps: 'Ways to sell it faster',
  complete: 'Photos, facts, shipping and offers are complete.',
}
/** Texts of the page for a shop's sales. */
export const SALES = {
  title: (shop: string) => `Sales at ${shop}`,
  intro: 'Lower the prices of your shop for up to 14 days. They return to normal automatically.',
  plan: 'New sale',
  putOnSale: 'Put on sale',
  chosen: (count: number) => `This sale covers the ${counted(count, 'listing')} that you selected.`,
  wholeShop: 'Cover the whole shop instead',
  percent: 'Reduction, in percent',
  start: 'First day (optional)',
  startHint: 'Leave empty to start now.',
  days: 'Days',
  preview: 'Preview prices',
  confirm: (count: number) => `Start the sale with ${counted(count, 'item')}`,
  planned: 'The sale is planned. Prices change when it starts.',
  ended: 'The sale is over. Prices return to normal in a moment.',
  skipped: (count: number) => `${counted(count, 'item is', 'items are')} not included in the sale.`,
  floor: 'The reduced price would be below your minimum price. Choose a smaller reduction, or lower the minimum price.',
  none: 'This sale would not lower any price.',
  prices: 'Prices in the sale',
  item: 'Item',
  before: 'Now',
  during: 'In the sale',
  more: (count: number) => `And ${counted(count, 'more item')}.`,
  list: 'Your sales',
  off: (percent: number) => `${percent}% off`,
  statuses: { planned: 'Planned', running: 'Running', ending: 'Ending', ended: 'Ended' },
  reduced: (count: number) => `${counted(count, 'item')} reduced`,
  out: (count: number) => `${counted(count, 'item')} left out`,
  unrestored: (count: number) => `${counted(count, 'item')} sold or repriced by you`,
  cancel: 'Cancel sale',
  end: 'End sale now',
  back: 'Back to shop settings',
} as const
