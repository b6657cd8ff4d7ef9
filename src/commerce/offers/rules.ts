import { ruleFor, type Rule } from '#core/state-machine.ts'

/** Statuses of an offer (spec: completions 6). */
export const OFFER_STATUSES = ['open', 'countered', 'accepted', 'declined', 'withdrawn', 'replaced', 'expired', 'closed', 'lapsed'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

/**
 * Operations on an offer. The service performs `close` when the listing is no longer for sale or no longer accepts offers, and `lapse` when
 * the order was not paid in time.
 */
export const OFFER_OPERATIONS = ['accept', 'decline', 'counter', 'withdraw', 'replace', 'expire', 'close', 'lapse'] as const
export type OfferOperation = (typeof OFFER_OPERATIONS)[number]

/**
 * Actors that can change an offer. `agent` is the negotiator, which acts for the owner. `listing` stands for a change to the listing or the
 * blocking of a user, and `clock` for a deadline.
 */
export const OFFER_ACTORS = ['owner', 'agent', 'buyer', 'listing', 'clock'] as const
export type OfferActor = (typeof OFFER_ACTORS)[number]

export type OfferRule = Rule<OfferStatus, OfferOperation, OfferActor>

/**
 * Time, in ms, to answer: for the seller after an offer, and for the buyer after a counteroffer (spec: completions 6; interface, Counter
 * validity).
 */
export const OFFER_OPEN_MS = 48 * 3600_000
/** Time, in ms, to pay after an offer was accepted (spec: completions 7). */
export const OFFER_PAY_MS = 24 * 3600_000
/** Maximum number of offers per buyer and listing in 24 hours. Withdrawn offers count (spec: completions 6). */
export const OFFERS_A_DAY = 5

/**
 * Returns the item price, in cents, that applies if an offer of `agreedCents` is accepted. It never exceeds the current price (spec:
 * completions 12).
 */
export const payableCents = ({ agreedCents, priceCents }: { agreedCents: number; priceCents: number }): number =>
  Math.min(agreedCents, priceCents)

const LESSER = 'at the current price if that is lower'
const AT_48_H = 'the buyer has 48 hours to answer and gets a message in the conversation'
const NOTIFIED = 'the seller gets the event `offer.updated`'

/** State table of an offer (spec: completions 6). The service rejects all other transitions. */
export const OFFER_RULES: readonly OfferRule[] = [
  {
    from: 'open',
    operation: 'accept',
    by: 'owner',
    to: 'accepted',
    also: `creates an order at the amount of the offer, or ${LESSER}; the buyer must pay it within 24 hours; the listing is reserved`,
  },
  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },
  { from: 'open', operation: 'counter', by: 'owner', to: 'countered', also: AT_48_H },
  { from: 'open', operation: 'counter', by: 'agent', to: 'countered', also: AT_48_H },
  {
    from: 'countered',
    operation: 'accept',
    by: 'buyer',
    to: 'accepted',
    also: `creates an order at the amount of the counteroffer, or ${LESSER}, with the same deadline; ${NOTIFIED}`,
  },
  { from: 'countered', operation: 'decline', by: 'buyer', to: 'declined', also: NOTIFIED },
  { from: 'open', operation: 'withdraw', by: 'buyer', to: 'withdrawn', also: NOTIFIED },
  { from: 'countered', operation: 'withdraw', by: 'buyer', to: 'withdrawn', also: NOTIFIED },
  { from: 'open', operation: 'replace', by: 'buyer', to: 'replaced', also: 'a higher offer replaces it' },
  { from: 'countered', operation: 'replace', by: 'buyer', to: 'replaced', also: 'a higher offer replaces it' },
  {
    from: 'open',
    operation: 'expire',
    by: 'clock',
    to: 'expired',
    also: 'when the deadline has passed',
  },
  {
    from: 'countered',
    operation: 'expire',
    by: 'clock',
    to: 'expired',
    also: 'when the deadline has passed',
  },
  { from: 'open', operation: 'close', by: 'listing', to: 'closed', also: '`closed_reason` has the reason' },
  { from: 'countered', operation: 'close', by: 'listing', to: 'closed', also: '`closed_reason` has the reason' },
  { from: 'accepted', operation: 'lapse', by: 'clock', to: 'lapsed', also: 'its order was not paid within 24 hours' },
]

/** Facts that decide whether a transition is allowed. A counteroffer extends `expiresAt`. */
export type OfferFacts = { status: OfferStatus; expiresAt: Date }

/** Returns true while either party can still respond to the offer. */
export const isActive = (status: OfferStatus): boolean => status === 'open' || status === 'countered'

/** Returns an offer's status at `now`, which can differ from the stored status until the periodic job updates it. */
export const statusAt = ({ status, expiresAt }: OfferFacts, now: Date): OfferStatus =>
  isActive(status) && expiresAt <= now ? 'expired' : status

/**
 * Result of a decision: the status after the operation or, if the operation is not allowed, the current status and a complete sentence for
 * a 409 error (spec: completions 6).
 */
export type OfferDecision = { kind: 'move'; to: OfferStatus } | { kind: 'refuse'; status: OfferStatus; message: string }

/** Finds the transition for an operation on an offer at `now`. */
export function decideOffer(operation: OfferOperation, by: OfferActor, offer: OfferFacts, now: Date): OfferDecision {
  const status = statusAt(offer, now)
  // `expire` checks the stored status, because the status at `now` is already `expired`
  const from = operation === 'expire' ? offer.status : status
  const rule = ruleFor(OFFER_RULES, from, operation, by)
  if (rule && (operation !== 'expire' || status === 'expired')) return { kind: 'move', to: rule.to }
  return { kind: 'refuse', status, message: refusal(operation, by, status) }
}

const DONE: Record<OfferOperation, string> = {
  accept: 'accepted',
  decline: 'declined',
  counter: 'countered',
  withdraw: 'withdrawn',
  replace: 'replaced',
  expire: 'expired',
  close: 'closed',
  lapse: 'lapsed',
}

function refusal(operation: OfferOperation, by: OfferActor, status: OfferStatus): string {
  const whose = OFFER_RULES.find((row) => row.from === status && row.operation === operation && row.by !== by)
  if (whose) return `This offer is ${status}: only its ${whose.by === 'owner' ? 'seller' : 'buyer'} can ${operation} it now.`
  return `This offer is ${status} and cannot be ${DONE[operation]}.`
}

export const CLOSED_REASONS = ['sold', 'unpublished', 'removed', 'offers_off', 'shop_paused', 'shop_private', 'unavailable'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]
