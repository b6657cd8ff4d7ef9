/** Messages of the seller's pages after a form. */
export const SAYS = {
  opened: 'Your shop is open.',
  saved: 'Saved.',
  draft: 'Your draft is here. Nothing is public yet.',
  published: 'It is live.',
  unpublished: 'It is a draft again; its link stays its own.',
  sold: 'Marked as sold.',
  relisted: 'It is up again, at the same link.',
  deleted: 'Deleted.',
  accepted: 'Accepted. The buyer has 24 hours to pay.',
  declined: 'Turned down.',
  countered: 'Your counter is with the buyer, who has 48 hours.',
  cancelled: 'Cancelled, and the buyer gets everything back.',
  answered: 'Answered.',
} as const
