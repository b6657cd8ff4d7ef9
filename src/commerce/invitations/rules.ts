import { ruleFor, type Rule } from '#core/state-machine.ts'

/** Statuses of an invitation, as seen by one invited person (spec: completions 13.5). */
export const INVITATION_STATUSES = ['open', 'taken', 'declined', 'expired', 'withdrawn', 'closed'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** Operations on an invitation. `close` occurs if the item is no longer for sale, or if one of the two people blocks the other. */
export const INVITATION_OPERATIONS = ['take', 'decline', 'withdraw', 'expire', 'close'] as const
export type InvitationOperation = (typeof INVITATION_OPERATIONS)[number]

/** Actors that change an invitation. `listing` stands for a change to the listing or a block, and `clock` for the deadline. */
export const INVITATION_ACTORS = ['buyer', 'seller', 'listing', 'clock'] as const
export type InvitationActor = (typeof INVITATION_ACTORS)[number]

export type InvitationRule = Rule<InvitationStatus, InvitationOperation, InvitationActor>

/** State table of an invitation (spec: completions 13.5). Transitions that are not in the table are rejected. */
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
/** Minimum age, in ms, of a like at the time of the invitation. */
export const LIKED_FOR_MS = HOUR_MS
/** Minimum interval, in ms, between two invitations of the same person to the same listing. */
export const REPEAT_AFTER_MS = 7 * 24 * HOUR_MS
export const INVITATIONS_A_DAY = 50
/** Maximum number of people that one invitation reaches. People with the latest likes are invited first. */
export const MOST_INVITED = 500

/** Highest amount that an invitation can offer, as a percentage of the price. */
export const MOST_PERCENT = 95

/** Returns the highest amount, in cents, that an invitation can offer. */
export const highestCents = (priceCents: number): number => Math.floor((priceCents * MOST_PERCENT) / 100)

/** Returns null if the amount is allowed, and otherwise the reason why not. The caller must not reveal the minimum price. */
export function refusedAmount(by: { amountCents: number; priceCents: number; floorCents: number }): 'above' | 'below' | null {
  if (by.amountCents > highestCents(by.priceCents)) return 'above'
  return by.amountCents < by.floorCents ? 'below' : null
}

/** Facts that determine the status. `answer` is the answer of one invited person, and `ended` applies to the whole invitation. */
export type InvitationFacts = {
  answer: 'taken' | 'declined' | 'closed' | null
  ended: 'withdrawn' | 'closed' | 'expired' | null
  expiresAt: Date
}

/** Returns the status at `now`. An answer remains valid even after the invitation has ended. */
export function invitationStatusAt({ answer, ended, expiresAt }: InvitationFacts, now: Date): InvitationStatus {
  return answer ?? ended ?? (expiresAt <= now ? 'expired' : 'open')
}

/** Result of a decision. A refusal contains the current status and a complete sentence for the caller, who receives status 409. */
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
