export const REVIEW_DAYS = 30

export type OrderToReview = {
  status: string
  /** When it was completed or refunded. */
  endedAt: Date | null
  reviewed: boolean
}

/** Why an order cannot be reviewed now, in words for its buyer; null when it can (completions 8, Review). */
export function reviewRefusal({ status, endedAt, reviewed }: OrderToReview, now: Date): string | null {
  if (reviewed) return 'You have reviewed this order: there is one review for each.'
  if ((status !== 'completed' && status !== 'refunded') || endedAt === null)
    return `This order is ${status}: it can be reviewed once it is completed or refunded.`
  if (now.getTime() > endedAt.getTime() + REVIEW_DAYS * 86_400_000) return `An order can be reviewed for ${REVIEW_DAYS} days after its end.`
  return null
}

/** What a review is signed with: the first name, and for a closed account that it is one (interface, review `from`). */
export const signature = (name: string, isClosed: boolean): string => (isClosed ? name : (name.trim().split(/\s/)[0] ?? name))
