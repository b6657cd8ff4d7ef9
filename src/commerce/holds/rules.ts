import { ruleFor, type Rule } from '#core/state-machine.ts'

/** Statuses of a hold (spec: completions 7, Holds). */
export const HOLD_STATUSES = ['asked', 'active', 'used', 'returned', 'kept', 'expired'] as const
export type HoldStatus = (typeof HOLD_STATUSES)[number]

/** Operations on a hold. `run_out` occurs at the hold's deadline, and `resume` if the order that used the hold is not paid in time. */
export const HOLD_OPERATIONS = ['pay', 'run_out', 'use', 'resume', 'return'] as const
export type HoldOperation = (typeof HOLD_OPERATIONS)[number]

/** Actors that change a hold. `listing` stands for a change to the listing, and `clock` for a deadline. */
export const HOLD_ACTORS = ['buyer', 'seller', 'provider', 'listing', 'clock'] as const
export type HoldActor = (typeof HOLD_ACTORS)[number]

export type HoldRule = Rule<HoldStatus, HoldOperation, HoldActor>

const IN_FULL = 'the deposit is refunded in full'
const FORFEIT = 'the seller keeps the deposit'

/** State table of a hold (spec: completions 7 and 11). Transitions that are not in the table are rejected. */
export const HOLD_RULES: readonly HoldRule[] = [
  { from: 'asked', operation: 'pay', by: 'provider', to: 'active', also: 'the item is reserved for 72 hours' },
  { from: 'asked', operation: 'run_out', by: 'clock', to: 'expired', also: 'the deposit was not paid within 15 minutes' },
  { from: 'asked', operation: 'return', by: 'listing', to: 'expired', also: 'the item became unavailable before the deposit was paid' },
  { from: 'active', operation: 'use', by: 'buyer', to: 'used', also: 'the deposit counts toward the price' },
  { from: 'active', operation: 'return', by: 'seller', to: 'returned', also: IN_FULL },
  { from: 'active', operation: 'return', by: 'listing', to: 'returned', also: IN_FULL },
  { from: 'active', operation: 'return', by: 'provider', to: 'returned', also: 'the buyer’s bank reversed the deposit' },
  { from: 'active', operation: 'run_out', by: 'clock', to: 'kept', also: FORFEIT },
  { from: 'used', operation: 'resume', by: 'clock', to: 'active', also: 'its order was not paid' },
  {
    from: 'used',
    operation: 'run_out',
    by: 'clock',
    to: 'kept',
    also: `its order was not paid, and the 72 hours of the hold are over; ${FORFEIT}`,
  },
  {
    from: 'used',
    operation: 'return',
    by: 'listing',
    to: 'returned',
    also: `its order was not paid, and the item is unavailable; ${IN_FULL}`,
  },
]

/** Time limits in ms: for paying the deposit of an `asked` hold, and for ordering with an `active` hold. */
export const HOLD_PAY_MS = 15 * 60_000
export const HOLD_MS = 72 * 3600_000

export type HoldFacts = { status: HoldStatus; until: Date }

/**
 * Returns the deposit in cents: 10% of the price, rounded half up to whole dollars. The deposit is at least 5 dollars, but never more than
 * the price (spec: completions 7, Holds).
 */
export const depositFor = (priceCents: number): number => Math.min(Math.max(Math.round(priceCents / 1_000) * 100, 500), priceCents)

/**
 * Returns the status at `now`, even if a periodic job has not stored it yet. A hold that was used for an order does not expire, because its
 * status depends on the order.
 */
export function holdStatusAt({ status, until }: HoldFacts, now: Date): HoldStatus {
  if (until > now) return status
  return status === 'asked' ? 'expired' : status === 'active' ? 'kept' : status
}

export type HoldDecision = { kind: 'move'; to: HoldStatus } | { kind: 'refuse'; status: HoldStatus; message: string }

/** Looks up the transition for an operation at `now`. */
export function decideHold(operation: HoldOperation, by: HoldActor, hold: HoldFacts, now: Date): HoldDecision {
  const status = holdStatusAt(hold, now)
  // `run_out` starts from the stored status, because the status at `now` already includes the expiry
  const from = operation === 'run_out' ? hold.status : status
  const rule = ruleFor(HOLD_RULES, from, operation, by)
  if (rule && (operation !== 'run_out' || hold.until <= now)) return { kind: 'move', to: rule.to }
  return { kind: 'refuse', status, message: `This hold is ${STATUS_TEXTS[status]}: ${REFUSALS[operation]}.` }
}

const STATUS_TEXTS: Readonly<Record<HoldStatus, string>> = {
  asked: 'waiting for its deposit',
  active: 'active',
  used: 'used for an order',
  returned: 'returned to its buyer',
  kept: 'over, and the seller kept the deposit',
  expired: 'over, because the deposit was not paid in time',
}

const REFUSALS: Readonly<Record<HoldOperation, string>> = {
  pay: 'there is nothing to pay',
  run_out: 'it has not expired',
  use: 'it cannot be used',
  resume: 'it has no unpaid order',
  return: 'there is no deposit to refund',
}
