import { ruleFor, type Rule } from '#core/state-machine.ts'
import { addWorkingDays } from './working-days.ts'

/** Statuses of a return (spec: completions 13.6). `none` means that no return was offered; the API presents it as null. */
export const RETURN_STATUSES = [
  'none',
  'offered',
  'agreed',
  'sent',
  'received',
  'declined',
  'expired',
  'contested',
  'refunded',
  'closed',
] as const
type State = (typeof RETURN_STATUSES)[number]
export type ReturnStatus = Exclude<State, 'none'>

/** Actors that can change a return. `service` acts at a deadline, and `order` acts when the order ends. */
export type ReturnParty = 'buyer' | 'seller' | 'operator' | 'service' | 'order'

export const RETURN_PAYERS = ['seller', 'buyer'] as const
export type ReturnPayer = (typeof RETURN_PAYERS)[number]

export type ReturnOperation = 'offer' | 'agree' | 'decline' | 'send' | 'receive' | 'contest' | 'expire' | 'refund' | 'close'

const DAY_MS = 86_400_000
export const AGREE_DAYS = 3
export const SEND_DAYS = 7
export const CHECK_WORKING_DAYS = 3

/** Returns the deadline to answer, for a buyer who was offered a return at `now`. */
export const agreeBy = (now: Date): Date => new Date(now.getTime() + AGREE_DAYS * DAY_MS)

/** Returns the deadline to send the item back, for a buyer who agrees at `now`. */
export const sendBy = (now: Date): Date => new Date(now.getTime() + SEND_DAYS * DAY_MS)

/** Returns the deadline to check an item, for a seller who has received it back at `now`. */
export const checkBy = (now: Date): Date => addWorkingDays(now, CHECK_WORKING_DAYS)

export type ReturnFacts = {
  status: string
  pickup: boolean
  shipped_at: Date | null
  /** Total amount, in cents, of chargebacks that are still undecided. */
  disputed_cents: number
  return_status: ReturnStatus | null
  /** Deadline of the current step, or null if the step has none. */
  return_by: Date | null
}

type Condition = { holds(facts: ReturnFacts, now: Date): boolean; refuse: string }

/** Conditions that a transition requires, in addition to the status and the party. */
export const RETURN_CONDITIONS = {
  'the buyer has reported a problem': {
    holds: (o) => o.status === 'problem',
    refuse: 'A return can be offered only while a problem with the order is reported.',
  },
  'the order is not a pickup': {
    holds: (o) => !o.pickup,
    refuse: 'This order was picked up. Agree in messages how the item is returned, or refund the order.',
  },
  'the item was shipped': {
    holds: (o) => o.shipped_at !== null,
    refuse: 'The item was not shipped, so the buyer cannot send it back.',
  },
  'no chargeback is open': {
    holds: (o) => o.disputed_cents === 0,
    refuse: 'The buyer’s bank is reviewing this payment. Wait for its decision.',
  },
  'the deadline has passed': { holds: (o, now) => isOver(o, now), refuse: 'There is still time for the next step of the return.' },
  'the deadline has not passed': {
    holds: (o, now) => !isOver(o, now),
    refuse: 'The time to check the item is over, so the buyer gets a refund.',
  },
} as const satisfies Record<string, Condition>
type ReturnCondition = keyof typeof RETURN_CONDITIONS

type ReturnRule = Rule<State, ReturnOperation, ReturnParty> & { when?: readonly ReturnCondition[] }

const RETURNABLE = [
  'the buyer has reported a problem',
  'the order is not a pickup',
  'the item was shipped',
  'no chargeback is open',
] as const satisfies readonly ReturnCondition[]

/** Statuses in which a return is open. An open return ends with its order. */
const OPEN = ['offered', 'agreed', 'sent', 'received', 'declined', 'expired', 'contested'] as const satisfies readonly ReturnStatus[]

const DECIDES = 'the operator decides the dispute'

/** State table of a return (spec: completions 13.6). The service rejects all other transitions. */
export const RETURN_RULES: readonly ReturnRule[] = [
  { from: 'none', operation: 'offer', by: 'seller', to: 'offered', when: RETURNABLE, also: `the buyer has ${AGREE_DAYS} days to answer` },
  { from: 'none', operation: 'offer', by: 'operator', to: 'offered', when: RETURNABLE, also: `the buyer has ${AGREE_DAYS} days to answer` },
  { from: 'offered', operation: 'agree', by: 'buyer', to: 'agreed', also: `the buyer has ${SEND_DAYS} days to send the item` },
  { from: 'offered', operation: 'decline', by: 'buyer', to: 'declined', also: DECIDES },
  { from: 'offered', operation: 'expire', by: 'service', to: 'expired', when: ['the deadline has passed'], also: DECIDES },
  { from: 'agreed', operation: 'send', by: 'buyer', to: 'sent', also: 'the seller waits for the parcel' },
  { from: 'agreed', operation: 'expire', by: 'service', to: 'expired', when: ['the deadline has passed'], also: DECIDES },
  {
    from: 'sent',
    operation: 'receive',
    by: 'seller',
    to: 'received',
    also: `the seller has ${CHECK_WORKING_DAYS} working days to check the item; after that, the order is refunded`,
  },
  { from: 'received', operation: 'contest', by: 'seller', to: 'contested', when: ['the deadline has not passed'], also: DECIDES },
  ...OPEN.map((from) => ({ from, operation: 'refund', by: 'order', to: 'refunded', also: 'the order was refunded' }) as const),
  ...OPEN.map((from) => ({ from, operation: 'close', by: 'order', to: 'closed', also: 'the order was completed' }) as const),
]

function isOver({ return_by }: Pick<ReturnFacts, 'return_by'>, now: Date): boolean {
  return return_by !== null && return_by <= now
}

/**
 * Returns the status of a return at `now`. If the buyer has not answered by the deadline, the return counts as expired, even before a job
 * stores the new status.
 */
export function returnStatusAt(facts: Pick<ReturnFacts, 'return_status' | 'return_by'>, now: Date): ReturnStatus | null {
  const waits = facts.return_status === 'offered' || facts.return_status === 'agreed'
  return waits && isOver(facts, now) ? 'expired' : facts.return_status
}

/** Result of a decision: the status after the operation or, if the operation is not allowed, a complete sentence for a 409 error. */
export type ReturnDecision = { kind: 'move'; to: ReturnStatus } | { kind: 'refuse'; message: string }

/** Finds the transition for an operation on a return. Checks the status at `now`, then the party, then the conditions. */
export function decideReturn(operation: ReturnOperation, by: ReturnParty, facts: ReturnFacts, now: Date): ReturnDecision {
  const status = (by === 'service' ? facts.return_status : returnStatusAt(facts, now)) ?? 'none'
  const rule = ruleFor(RETURN_RULES, status, operation, by)
  if (!rule) return { kind: 'refuse', message: REFUSALS[status] }
  for (const condition of (rule.when ?? []).map((name) => RETURN_CONDITIONS[name]))
    if (!condition.holds(facts, now)) return { kind: 'refuse', message: condition.refuse }
  return { kind: 'move', to: rule.to as ReturnStatus }
}

/** Returns the status of a return after its order has reached `orderStatus`, because a return ends with its order. */
export function returnAfter(status: ReturnStatus | null, orderStatus: string): ReturnStatus | null {
  if (!OPEN.some((one) => one === status)) return status
  if (orderStatus === 'refunded') return 'refunded'
  return orderStatus === 'completed' ? 'closed' : status
}

/**
 * Returns true once the buyer has sent the item back. From then on, the order ends only with a full refund or a decision by the operator.
 */
export const isSentBack = (status: ReturnStatus | null): boolean => status === 'sent' || status === 'received' || status === 'contested'

/** Returns true if the seller's deadline to check the returned item has passed without the seller contesting the return. */
export const isUncontested = (facts: Pick<ReturnFacts, 'return_status' | 'return_by'>, now: Date): boolean =>
  facts.return_status === 'received' && isOver(facts, now)

const REFUSALS: Readonly<Record<State, string>> = {
  none: 'There is no return for this order.',
  offered: 'A return was offered for this order. Next, the buyer must answer.',
  agreed: 'A return was agreed for this order. Next, the buyer must send the item.',
  sent: 'The item is on its way back. Next, the seller must mark it as received.',
  received: 'The seller has received the returned item. Next, the seller must refund the order or contest the return.',
  declined: 'The buyer declined the return. The operator decides.',
  expired: 'The time for this step of the return is over. The operator decides.',
  contested: 'The seller contested the return. The operator decides.',
  refunded: 'The return is over, and the order is refunded.',
  closed: 'The return is over, and the order is completed.',
}
