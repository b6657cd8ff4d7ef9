export const REVIEW_DAYS = 30

export type OrderToReview = {
  status: string
  endedAt: Date | null
  reviewed: boolean
}

/** Returns null if the buyer can review the order now, and otherwise the reason why not (spec: completions 8, Review). */
export function reviewRefusal({ status, endedAt, reviewed }: OrderToReview, now: Date): string | null {
  if (reviewed) return 'You have already reviewed this order. Each order gets one review.'
  if ((status !== 'completed' && status !== 'refunded') || endedAt === null)
    return `This order is ${status}. You can review it when it is completed or refunded.`
  if (now.getTime() > endedAt.getTime() + REVIEW_DAYS * 86_400_000)
    return `The review period of ${REVIEW_DAYS} days after the end of the order is over.`
  return null
}

/**
 * Returns the reviewer's first name. For a closed account, returns `name` unchanged, because it is already the placeholder for the person's
 * name (spec: interface, review `from`).
 */
export const signature = (name: string, isClosed: boolean): string => (isClosed ? name : name.trim().split(/\s/)[0]!)
