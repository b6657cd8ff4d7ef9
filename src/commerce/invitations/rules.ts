import { ruleFor, type Rule } from '#core/state-machine.ts'

/** Statuses of an invitation, as one invited person sees it (spec: completions 13.5). */
export const INVITATION_STATUSES = ['open', 'taken', 'declined', 'expired', 'withdrawn', 'closed'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** Operations on an invitation. `close` happens when the item is no longer for sale, or after one person has blocked the other. */
export const INVITATION_OPERATIONS = ['take', 'decline', 'withdraw', 'expire', 'close'] as const
export type InvitationOperation = (typeof INVITATION_OPERATIONS)[number]

/** Actors that change an invitation. `listing` means a change to the listing or a block, and `clock` means the deadline. */
export const INVITATION_ACTORS = ['buyer', 'seller', 'listing', 'clock'] as const
export type InvitationActor = (typeof INVITATION_ACTORS)[number]

export type InvitationRule = Rule<InvitationStatus, InvitationOperation, InvitationActor>

/** State table of an invitation (spec: completions 13.5). Transitions that are not in the table are refused. */
export const INVITATION_RULES: readonly InvitationRule[] = [
  {
    from: 'open',
    operation: 'take',
    by: 'buyer',
    to: 'taken',
    also: 'creates an order at the amount, or at the current price if that is lower, to be paid within 15 minutes',
  },
  { from: 'open', operation: 'decline', by: 'buyer', to: 'declined' },
  { from: 'open', operation: 'withdraw', by: 'seller', to: 'withdrawn', also: 'for everyone who has not answered' },
  { from: 'open', operation: 'expire', by: 'clock', to: 'expired', also: 'when the deadline has passed' },
  { from: 'open', operation: 'close', by: 'listing', to: 'closed' },
]

const HOUR_MS = 3_600_000

export const INVITATION_OPEN_MS = 48 * HOUR_MS
/** Minimum time, in ms, between a like and an invitation. */
export const LIKED_FOR_MS = HOUR_MS
/** Minimum time, in ms, before the same person can be invited to the same listing again. */
export const REPEAT_AFTER_MS = 7 * 24 * HOUR_MS
export const INVITATIONS_A_DAY = 50
/** Maximum number of people that one invitation reaches, latest like first. */
export const MOST_INVITED = 500

/** Highest amount of an invitation, as a percentage of the price. */
export const MOST_PERCENT = 95

/** Returns the highest amount that an invitation may have, in cents. */
export const highestCents = (priceCents: number): number => Math.floor((priceCents * MOST_PERCENT) / 100)

/** Returns the reason why an amount is refused, or null. Callers must not reveal the minimum price. */
export function refusedAmount(by: { amountCents: number; priceCents: number; floorCents: number }): 'above' | 'below' | null {
  if (by.amountCents > highestCents(by.priceCents)) return 'above'
  return by.amountCents < by.floorCents ? 'below' : null
}

/** Facts that determine the status. `answer` belongs to one invited person, and `ended` to the whole invitation. */
export type InvitationFacts = {
  answer: 'taken' | 'declined' | 'closed' | null
  ended: 'withdrawn' | 'closed' | 'expired' | null
  expiresAt: Date
}

/** Returns the status at `now`. An answer remains valid after the invitation has ended. */
export function invitationStatusAt({ answer, ended, expiresAt }: InvitationFacts, now: Date): InvitationStatus {
  return answer ?? ended ?? (expiresAt <= now ? 'expired' : 'open')
}

/** Result of a decision. A refusal is a 409 error with the current status and a complete sentence for the caller. */
export type InvitationDecision = { kind: 'move'; to: InvitationStatus } | { kind: 'refuse'; status: InvitationStatus; message: string }

/** Looks up the transition for an operation at `now`. */
export function decideInvitation(
  operation: 'take' | 'decline' | 'withdraw',
  by: InvitationActor,
  facts: InvitationFacts,
  now: Date,
): InvitationDecision {
  const status = invitationStatusAt(facts, now)
  const rule = ruleFor(INVITATION_RULES, status, operation, by)
  if (rule) return { kind: 'move', to: rule.to }
  return { kind: 'refuse', status, message: `This invitation is ${status} and cannot be ${DONE[operation]}.` }
}

const DONE = { take: 'taken', decline: 'declined', withdraw: 'withdrawn' } as const
