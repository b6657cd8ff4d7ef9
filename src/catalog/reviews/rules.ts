export const REVIEW_DAYS = 30

export type OrderToReview = {
  status: string
  endedAt: Date | null
  reviewed: boolean
}

/** Returns the reason why an order cannot be reviewed now, or null if it can (spec: completions 8, Review). */
export function reviewRefusal({ status, endedAt, reviewed }: OrderToReview, now: Date): string | null {
  if (reviewed) return 'You have already reviewed this order. Each order gets one review.'
  if ((status !== 'completed' && status !== 'refunded') || endedAt === null)
    return `This order is ${status}. You can review it when it is completed or refunded.`
  if (now.getTime() > endedAt.getTime() + REVIEW_DAYS * 86_400_000)
    return `The review period of ${REVIEW_DAYS} days after the end of the order is over.`
  return null
}

/** Returns the reviewer's first name, or for a closed account the full replacement text in `name` (spec: interface, review `from`). */
export const signature = (name: string, isClosed: boolean): string => (isClosed ? name : name.trim().split(/\s/)[0]!)
