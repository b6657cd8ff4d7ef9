import { counted } from '#core/format/count.ts'

/** Messages that the seller's pages show after submitting a form. */
export const MESSAGES = {
  opened: 'Your shop is now open.',
  saved: 'Saved.',
  draft: 'Draft created. Only you can see it.',
  published: 'Your listing is now live.',
  unpublished: 'Listing unpublished. It is a draft again, and its link stays the same.',
  sold: 'Listing marked as sold.',
  relisted: 'Listing relisted at the same link.',
  deleted: 'Deleted.',
  accepted: 'Offer accepted. The buyer has 24 hours to pay.',
  declined: 'Offer declined.',
  countered: 'Counteroffer sent. The buyer has 48 hours to answer.',
  cancelled: 'Order cancelled. The buyer will get a full refund.',
  answered: 'Answered.',
  dropsSet: 'Price drops scheduled.',
  dropsStopped: 'Price drops stopped. The price has not changed.',
} as const

/** Wording for a listing's price-drop schedule. */
export const DROPS = {
  title: 'Price drops',
  mark: 'Price drops',
  hint: 'The price falls by the same amount each time, and never below your minimum price. If the item has no minimum price, your shop’s minimum applies. Price drops pause while no one can buy the item, and stop when you change the price.',
  percent: 'Drop, in percent',
  days: 'Days between drops',
  active: (step: string, days: number) => `The price falls by ${step} every ${days} days.`,
  next: (price: string) => `Next: ${price}, no earlier than`,
  last: 'The next drop would go below your minimum price, so no more drops are scheduled.',
  set: 'Schedule price drops',
  stop: 'Stop price drops',
} as const

/** Wording for saved replies. */
export const REPLIES = {
  title: 'Saved replies',
  intro: 'Replies that you use often. Insert one into a message, check it, and then send the message.',
  none: 'No saved replies yet',
  first: 'Save a reply that you use often, such as your opening hours.',
  add: 'New reply',
  edit: 'Edit reply',
  titleHint: 'Only you can see this title.',
  bodyHint: '{name} becomes the buyer’s name, {item} the item’s title, and {price} its current price.',
  choose: 'Saved reply',
  insert: 'Insert a saved reply',
  chooseOne: 'Choose one of your saved replies.',
  manage: 'Manage saved replies',
  saved: 'Reply saved.',
  deleted: 'Reply deleted.',
  most: (count: number) => `You have ${count} saved replies, which is the maximum. Delete one to add another.`,
}

/** Steps of the sales funnel, from a view to a sale. */
export const FUNNEL = {
  title: 'From view to sale',
  table: 'Steps from view to sale',
  about: 'Each step counts only events in this period. A person may view an item in one period and buy it in the next.',
  steps: {
    views: 'Views',
    likes: 'Likes',
    contacts: 'Offers or conversations',
    orders: 'Orders placed',
    sold: 'Orders paid',
  },
}

/** Wording for the sales by category. */
export const SELLS = {
  title: 'Best-selling categories',
  table: 'Sales by category',
  none: 'No sales in this period.',
  about: (days: number) => `Orders paid in the last ${days} days. The median is the middle price: half of the items sold for less.`,
  noCategory: 'No category',
  others: 'Other categories',
  all: 'All sales',
}

/** Wording for the least viewed listings. */
export const STALE = {
  title: 'Rarely viewed listings',
  table: 'Least viewed listings',
  about:
    'These listings have been live for at least 30 days and have had at most half as many views as the shop’s listings usually get. A lower price, new photos or a fuller title can help.',
  none: 'Every listing that has been live for at least 30 days has had enough views.',
  lower: 'Lower the price',
  invite: 'Invite buyers',
  edit: 'Edit',
}

/** Names of the entries in a statement. */
export const STATEMENT_LINES = {
  payment: 'Paid by the buyer',
  refund: 'Refunded to the buyer',
  refund_returned: 'Refund returned to us',
  completed: 'Order completed',
  label: 'Shipping label',
  payout: 'Sent to you',
  payout_returned: 'Payout returned to us',
  chargeback: 'Chargeback',
  chargeback_returned: 'Chargeback decided in your favour',
}

/** Names of the amounts that make up a payout, as they appear in its calculation. */
export const PAYOUT_LINES = {
  item: 'item',
  shipping: 'shipping',
  deposit: 'deposit kept',
  refund: 'refunded',
  fee: 'fee',
  labels: 'shipping labels',
  other: 'chargebacks and corrections',
}

/** Wording for the editor's steps. */
export const EDITOR_COPY = {
  steps: 'Steps',
  stepNames: { photos: 'Photos', details: 'Facts', price: 'Price', publish: 'Publish' },
  continueTo: { photos: 'Continue to photos', details: 'Continue to facts', price: 'Continue to price', publish: 'Continue to publish' },
  share: 'Share',
  add: 'Add',
  sellsBetter: 'Sells better with',
  ready: 'Ready to publish',
  checklist: 'Before the listing goes live',
  noComparables: 'No comparable prices yet.',
  researchSteps: 'Research steps',
  emptyTitle: 'If you leave the title empty, your own words become the title.',
} as const

/** Wording for the share page. */
export const SHARE_COPY = {
  title: (item: string) => `Share ${item}`,
  intro: 'Send the link to people who may want it.',
  linkOnly: 'Only people with this link can see the listing.',
  edit: 'Edit the listing',
  view: 'View the listing',
  link: 'Link',
  code: 'QR code for the link',
  codeHint: 'Print the code on a tag or a flyer. Anyone who scans it with a phone sees the item.',
  card: 'Share card',
  cardAlt: (item: string) => `Share card for ${item}, with its photo, price and shop`,
  cardHint: 'Chats and social networks show this card when you share the link.',
  helps: 'Ways to sell it faster',
  complete: 'Photos, facts, shipping and offers are complete.',
}
/** Wording for the page about a shop's sales. */
export const SALES = {
  title: (shop: string) => `Sales at ${shop}`,
  intro: 'Lower your shop’s prices for up to 14 days. They will return to normal automatically.',
  plan: 'New sale',
  putOnSale: 'Put on sale',
  chosen: (count: number) => `This sale includes the ${counted(count, 'listing')} that you selected.`,
  wholeShop: 'Include the whole shop instead',
  percent: 'Reduction, in percent',
  start: 'First day (optional)',
  startHint: 'Leave empty to start the sale now.',
  days: 'Days',
  preview: 'Preview prices',
  confirm: (count: number) => `Start the sale with ${counted(count, 'item')}`,
  planned: 'The sale is scheduled. Prices will change when it starts.',
  ended: 'The sale is over. Prices will return to normal in a moment.',
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
  out: (count: number) => `${counted(count, 'item')} not included`,
  unrestored: (count: number) => `${counted(count, 'item')} sold, or repriced by you`,
  cancel: 'Cancel sale',
  end: 'End sale now',
  back: 'Back to shop settings',
} as const
