/**
 * Kinds of alerts about a liked listing. Each kind has a separate daily digest, so that a link in the email can turn off that kind alone.
 */
export const LIKE_ALERTS = ['price_drop', 'liked_sold', 'liked_back'] as const
export type LikeAlert = (typeof LIKE_ALERTS)[number]

const DAY_MS = 86_400_000

/** Minimum interval, in ms, between two digests of the same kind to the same person. */
export const DIGEST_EVERY_MS = DAY_MS
/** Minimum interval, in ms, between two alerts of the same kind about the same listing to the same person. */
export const REPEAT_AFTER_MS = 7 * DAY_MS
/**
 * Delay in ms between a change and its alert. During this time, the seller can correct a mistyped price, and further changes can join the
 * same digest.
 */
export const SETTLE_MS = 10 * 60_000

/** Minimum size of a price drop. It must also be at least 5% (spec: completions 13.5 and 13.11). */
const LEAST_DROP_CENTS = 100
const LEAST_DROP_PERCENT = 5

/** Returns the lowest previous price, in cents, for which `cents` counts as a price drop. */
export const lowestEarlierCents = (cents: number): number =>
  Math.max(cents + LEAST_DROP_CENTS, Math.ceil((cents * 100) / (100 - LEAST_DROP_PERCENT)))

export const isPriceDrop = (fromCents: number, toCents: number): boolean => fromCents >= lowestEarlierCents(toCents)

/** State of the listing, its seller and the person who likes it at the time when the digest is sent. */
export type AlertFacts = {
  status: 'draft' | 'live' | 'sold'
  visible: boolean
  reserved: boolean
  blocked: boolean
  priceCents: number | null
  /** The price in the last alert to the person. If there was no alert, the price at the time of the like. */
  baselineCents: number | null
}

/** Returns true if the alert still applies when the digest is sent. A price drop applies only while buyers can buy the item. */
export function isStillTrue(kind: LikeAlert, facts: AlertFacts): boolean {
  if (facts.blocked || !facts.visible || facts.priceCents === null) return false
  if (kind === 'liked_sold') return facts.status === 'sold'
  if (facts.status !== 'live' || facts.reserved) return false
  return kind === 'liked_back' || (facts.baselineCents !== null && isPriceDrop(facts.baselineCents, facts.priceCents))
}
