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
  emptyTitle: 'If you leave the title empty, it becomes what you wrote.',
} as const

/** Texts of the share page. */
export const SHARE_COPY = {
  title: (item: string) => `Share ${item}`,
  intro: 'Send the link to people who may want it.',
  linkOnly: 'Only people with this link can see it.',
  edit: 'Edit the listing',
  view: 'View the listing',
  link: 'Link',
  code: 'QR code of the link',
  codeHint: 'Print the code on a tag or a flyer. A phone’s camera opens the item.',
  card: 'Share card',
  cardAlt: (item: string) => `Share card of ${item}, with its photo, price and shop`,
  cardHint: 'Chats and social networks show this card when you send the link.',
  helps: 'What helps it sell',
  complete: 'Photos, facts, shipping and offers are complete.',
}
