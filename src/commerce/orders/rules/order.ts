import { ORDER_STATUSES, UNFINISHED, type OrderStatus } from '#core/order-status.ts'
import { ruleFor, type Rule } from '#core/state-machine.ts'
import { isSentBack, isUncontested, type ReturnStatus } from './return.ts'
import { addWorkingDays } from './working-days.ts'

// The status, payment and payout of an order are three separate fields (spec: completions 7).
export { ORDER_STATUSES, UNFINISHED, type OrderStatus }

export const ORDER_PAYMENTS = ['unpaid', 'pending', 'paid', 'partly_refunded', 'refunded'] as const
export type OrderPayment = (typeof ORDER_PAYMENTS)[number]

export const ORDER_PAYOUTS = ['none', 'waiting', 'on_hold', 'sent'] as const
export type OrderPayout = (typeof ORDER_PAYOUTS)[number]

export const ORDER_PARTIES = ['buyer', 'seller', 'service', 'provider', 'operator'] as const
export type OrderParty = (typeof ORDER_PARTIES)[number]

export const REPORT_REASONS = ['not_arrived', 'not_as_described', 'damaged', 'wrong_item', 'other'] as const
/** Reasons for a problem with an order. A `chargeback` comes from the buyer's bank; the buyer reports all other problems. */
export const PROBLEM_REASONS = [...REPORT_REASONS, 'chargeback'] as const
export type ProblemReason = (typeof PROBLEM_REASONS)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const PAY_WITHIN_MS = 15 * MINUTE_MS
export const CANCEL_SILENCE_MS = 72 * HOUR_MS
/** Number of working days that the seller has to ship a paid order (spec: completions 7). */
export const SHIP_WORKING_DAYS = 5
const REMIND_WORKING_DAYS = 3
export const PROTECTED_DAYS = 3
/**
 * Days from shipping to payout if delivery is never confirmed (spec: completions 12). Carriers report delivery only for labels that were
 * bought through this service.
 */
export const UNCONFIRMED_DAYS = 14

/** Returns the shipping deadline for an order that was paid at `paidAt`. */
export const shipBy = (paidAt: Date): Date => addWorkingDays(paidAt, SHIP_WORKING_DAYS)

/** Returns the time after which a paid, unshipped order is late. The seller then gets a reminder, and the buyer can report a problem. */
export const lateFrom = (paidAt: Date): Date => addWorkingDays(paidAt, REMIND_WORKING_DAYS)

/** Returns the time when buyer protection ends, for a parcel that is shipped at `now`. */
export const protectedWhileShipped = (now: Date): Date => new Date(now.getTime() + UNCONFIRMED_DAYS * DAY_MS)

/** Returns the time when buyer protection ends, for a parcel that is delivered at `now`. */
export const protectedOnceDelivered = (now: Date): Date => new Date(now.getTime() + PROTECTED_DAYS * DAY_MS)

export type OrderFacts = {
  status: OrderStatus
  pickup: boolean
  pay_by: Date
  paid_at: Date | null
  ship_by: Date | null
  cancel_by: Date | null
  protect_until: Date | null
  offered_cents: number | null
  /** Total amount, in cents, of chargebacks that are still undecided. */
  disputed_cents: number
  all_back: boolean
  /** Returns true if the item was shipped or handed over, and only the buyer's bank, not the buyer, disputes the order. */
  bank_alone: boolean
  return_status: ReturnStatus | null
  return_by: Date | null
}

type Condition = { holds(facts: OrderFacts, now: Date): boolean; refuse: string }

const passed = (at: Date | null, now: Date): boolean => at !== null && at <= now

/** Conditions that a transition requires, in addition to the status and the party. */
export const CONDITIONS = {
  'the payment deadline has not passed': {
    holds: (o, now) => !passed(o.pay_by, now),
    refuse: 'This order was not paid in time. Buy the item again.',
  },
  'the payment deadline has passed': { holds: (o, now) => passed(o.pay_by, now), refuse: 'This order can still be paid.' },
  'the item is to be shipped': { holds: (o) => !o.pickup, refuse: 'This order is a pickup. Post the buyer’s code to /deliver instead.' },
  'the item is to be picked up': { holds: (o) => o.pickup, refuse: 'This order is shipped, not picked up. Post to /ship instead.' },
  'the shipping deadline has passed': { holds: (o, now) => passed(o.ship_by, now), refuse: 'The seller still has time to ship.' },
  'shipping is late': {
    holds: (o, now) => o.paid_at !== null && passed(lateFrom(o.paid_at), now),
    refuse: 'The seller still has time to ship. Ask to cancel instead.',
  },
  'the buyer has asked to cancel': { holds: (o) => o.cancel_by !== null, refuse: 'There is no request to cancel this order.' },
  'the seller has not answered in time': { holds: (o, now) => passed(o.cancel_by, now), refuse: 'The seller still has time to answer.' },
  'the protection period is over': { holds: (o, now) => passed(o.protect_until, now), refuse: 'The buyer can still report a problem.' },
  'no chargeback is open': {
    holds: (o) => o.disputed_cents === 0,
    refuse: 'The buyer’s bank is reviewing this payment. Wait for its decision.',
  },
  'everything is refunded': { holds: (o) => o.disputed_cents === 0 && o.all_back, refuse: 'Part of the payment is not refunded yet.' },
  'only the bank disputes the order': {
    holds: (o) => o.disputed_cents === 0 && o.bank_alone,
    refuse: 'The bank’s decision alone does not complete this order.',
  },
  'the item was not sent back': {
    holds: (o) => !isSentBack(o.return_status),
    refuse: 'The item was sent back. Only a full refund or the operator ends this order.',
  },
  'the returned item was not contested in time': { holds: isUncontested, refuse: 'The seller still has time to check the returned item.' },
  'a partial refund was offered': { holds: (o) => o.offered_cents !== null, refuse: 'The seller has not offered a partial refund.' },
} as const satisfies Record<string, Condition>
export type OrderCondition = keyof typeof CONDITIONS

export type OrderMoney = 'take' | 'give back all' | 'give back the part' | 'pay out' | 'taken by the bank'

/** One transition. If `when` is a list, all of the conditions must be met. */
export type OrderRule = Rule<OrderStatus, OrderOperation, OrderParty> & {
  when?: OrderCondition | readonly OrderCondition[]
  money?: readonly OrderMoney[]
}

/** Operations on an order. If an operation leaves the status unchanged, its `to` equals `from`. */
export const ORDER_OPERATIONS = [
  'pay',
  'expire',
  'cancel',
  'ask_to_cancel',
  'agree_to_cancel',
  'refuse_to_cancel',
  'cancel_by_silence',
  'cancel_unshipped',
  'ship',
  'hand_over',
  'deliver',
  'confirm',
  'end_window',
  'report',
  'answer',
  'refund',
  'offer_part',
  'take_part',
  'refuse_part',
  'remind',
  'dispute',
  'lose_dispute',
  'win_dispute',
  'refund_returned',
] as const
export type OrderOperation = (typeof ORDER_OPERATIONS)[number]

const BACK = ['give back all'] as const
const OUT = ['pay out'] as const
const PART = ['give back the part', 'pay out'] as const
const PART_OFFERED = ['no chargeback is open', 'a partial refund was offered'] as const
const NOT_SENT_BACK = ['no chargeback is open', 'the item was not sent back'] as const

/** State table of an order (spec: completions 7). The service rejects all other transitions. */
export const ORDER_RULES: readonly OrderRule[] = [
  { from: 'awaiting_payment', operation: 'pay', by: 'provider', to: 'paid', when: 'the payment deadline has not passed', money: ['take'] },
  { from: 'awaiting_payment', operation: 'expire', by: 'service', to: 'expired', when: 'the payment deadline has passed' },
  // an overdue order counts as expired, even before a job stores this status
  { from: 'awaiting_payment', operation: 'cancel', by: 'buyer', to: 'cancelled', when: 'the payment deadline has not passed' },
  // the bank reversed the deposit, which is part of the price
  { from: 'awaiting_payment', operation: 'dispute', by: 'provider', to: 'cancelled' },
  { from: 'paid', operation: 'cancel', by: 'seller', to: 'cancelled', money: BACK },
  { from: 'paid', operation: 'ask_to_cancel', by: 'buyer', to: 'paid' },
  { from: 'paid', operation: 'agree_to_cancel', by: 'seller', to: 'cancelled', when: 'the buyer has asked to cancel', money: BACK },
  { from: 'paid', operation: 'refuse_to_cancel', by: 'seller', to: 'paid', when: 'the buyer has asked to cancel' },
  {
    from: 'paid',
    operation: 'cancel_by_silence',
    by: 'service',
    to: 'cancelled',
    when: 'the seller has not answered in time',
    money: BACK,
  },
  { from: 'paid', operation: 'cancel_unshipped', by: 'service', to: 'cancelled', when: 'the shipping deadline has passed', money: BACK },
  { from: 'paid', operation: 'ship', by: 'seller', to: 'shipped', when: 'the item is to be shipped' },
  // the carrier has scanned a parcel with a label that was bought through this service
  { from: 'paid', operation: 'ship', by: 'provider', to: 'shipped', when: 'the item is to be shipped' },
  { from: 'paid', operation: 'hand_over', by: 'seller', to: 'delivered', when: 'the item is to be picked up' },
  { from: 'paid', operation: 'hand_over', by: 'buyer', to: 'delivered', when: 'the item is to be picked up' },
  { from: 'paid', operation: 'report', by: 'buyer', to: 'problem', when: 'shipping is late' },
  { from: 'paid', operation: 'remind', by: 'service', to: 'paid', when: 'shipping is late' },
  // the buyer's bank reverses the payment; the status of a completed order does not change, but its payout is held
  // (admin/disputes/rules.ts)
  { from: 'paid', operation: 'dispute', by: 'provider', to: 'problem' },
  { from: 'shipped', operation: 'deliver', by: 'buyer', to: 'delivered' },
  { from: 'shipped', operation: 'deliver', by: 'provider', to: 'delivered' },
  { from: 'shipped', operation: 'confirm', by: 'buyer', to: 'completed', money: OUT },
  { from: 'shipped', operation: 'end_window', by: 'service', to: 'completed', when: 'the protection period is over', money: OUT },
  { from: 'shipped', operation: 'report', by: 'buyer', to: 'problem' },
  { from: 'shipped', operation: 'dispute', by: 'provider', to: 'problem' },
  { from: 'delivered', operation: 'confirm', by: 'buyer', to: 'completed', money: OUT },
  { from: 'delivered', operation: 'end_window', by: 'service', to: 'completed', when: 'the protection period is over', money: OUT },
  { from: 'delivered', operation: 'report', by: 'buyer', to: 'problem' },
  { from: 'delivered', operation: 'dispute', by: 'provider', to: 'problem' },
  // the buyer withdraws the problem report
  { from: 'problem', operation: 'confirm', by: 'buyer', to: 'completed', when: NOT_SENT_BACK, money: OUT },
  { from: 'problem', operation: 'confirm', by: 'operator', to: 'completed', when: 'no chargeback is open', money: OUT },
  { from: 'problem', operation: 'answer', by: 'seller', to: 'problem' },
  { from: 'problem', operation: 'refund', by: 'seller', to: 'refunded', when: 'no chargeback is open', money: BACK },
  { from: 'problem', operation: 'refund', by: 'operator', to: 'refunded', when: 'no chargeback is open', money: BACK },
  { from: 'problem', operation: 'offer_part', by: 'seller', to: 'problem', when: NOT_SENT_BACK },
  {
    from: 'problem',
    operation: 'take_part',
    by: 'buyer',
    to: 'completed',
    when: [...PART_OFFERED, 'the item was not sent back'],
    money: PART,
  },
  { from: 'problem', operation: 'take_part', by: 'operator', to: 'completed', when: PART_OFFERED, money: PART },
  { from: 'problem', operation: 'refuse_part', by: 'buyer', to: 'problem', when: 'a partial refund was offered' },
  { from: 'problem', operation: 'dispute', by: 'provider', to: 'problem' },
  {
    from: 'problem',
    operation: 'lose_dispute',
    by: 'provider',
    to: 'refunded',
    when: 'everything is refunded',
    money: ['taken by the bank'],
  },
  {
    from: 'problem',
    operation: 'refund_returned',
    by: 'service',
    to: 'refunded',
    when: ['no chargeback is open', 'the returned item was not contested in time'],
    money: BACK,
  },
  { from: 'problem', operation: 'win_dispute', by: 'provider', to: 'completed', when: 'only the bank disputes the order', money: OUT },
]

/** Result of a decision: the status after the operation or, if the operation is not allowed, a complete sentence for a 409 error. */
export type OrderDecision = { kind: 'move'; to: OrderStatus; money: readonly OrderMoney[] } | { kind: 'refuse'; message: string }

/** Finds the transition for an operation. Checks the status first, then the party, then the conditions. */
export function decideOrder(operation: OrderOperation, by: OrderParty, order: OrderFacts, now: Date): OrderDecision {
  const rule = ruleFor(ORDER_RULES, order.status, operation, by)
  if (!rule) return { kind: 'refuse', message: `This order is ${STATUS_LABELS[order.status]}: ${REFUSALS[operation]}.` }
  for (const condition of conditionsOf(rule).map((name) => CONDITIONS[name]))
    if (!condition.holds(order, now)) return { kind: 'refuse', message: condition.refuse }
  return { kind: 'move', to: rule.to, money: rule.money ?? [] }
}

export const conditionsOf = ({ when = [] }: Pick<OrderRule, 'when'>): readonly OrderCondition[] =>
  typeof when === 'string' ? [when] : when

/** Returns an order's payment and payout fields as they are after a transition. */
export function fieldsAfter(
  status: OrderStatus,
  money: { paid: boolean; refundedCents: number; totalCents: number; payoutCents: number },
): { payment: OrderPayment; payout: OrderPayout } {
  return { payment: paymentAfter(status, money), payout: payoutAfter(status, money.payoutCents) }
}

/** Returns the payout status of a completed order. It is `on_hold` during a chargeback, and during a review by an operator. */
export function payoutOfCompleted(money: { disputedCents: number; heldCents: number; dueCents: number; sentCents: number }): OrderPayout {
  if (money.disputedCents > 0 || money.heldCents > 0) return 'on_hold'
  if (money.dueCents > 0) return 'waiting'
  return money.sentCents > 0 ? 'sent' : 'none'
}

function paymentAfter(status: OrderStatus, money: { paid: boolean; refundedCents: number; totalCents: number }): OrderPayment {
  if (!money.paid) return 'unpaid'
  if (status === 'refunded' || status === 'cancelled' || (money.refundedCents > 0 && money.refundedCents === money.totalCents))
    return 'refunded'
  return money.refundedCents > 0 ? 'partly_refunded' : 'paid'
}

function payoutAfter(status: OrderStatus, payoutCents: number): OrderPayout {
  if (status === 'problem') return 'on_hold'
  return status === 'completed' && payoutCents > 0 ? 'waiting' : 'none'
}

/** Splits the unrefunded total of a completed order into the seller's share and the service's fee. */
export function sharesOf(order: { totalCents: number; refundedCents: number; feeCents: number }): {
  sellerCents: number
  feeCents: number
} {
  const rest = order.totalCents - order.refundedCents
  const feeCents = Math.min(order.feeCents, rest)
  return { sellerCents: rest - feeCents, feeCents }
}

/**
 * Returns the fee, in cents, after a refund of `backCents`: in proportion to the part of the item price that the seller keeps, rounded half
 * up (spec: completions 13.10). Refunds reduce the item price first, then the shipping.
 */
export function feeAfterRefund(order: { itemCents: number; refundedCents: number; feeCents: number }, backCents: number): number {
  const remaining = order.itemCents - order.refundedCents
  return remaining <= 0 ? 0 : Math.round((order.feeCents * Math.max(0, remaining - backCents)) / remaining)
}

/** Returns an order's status at `now`. After `pay_by`, an unpaid order counts as expired, even before a job stores the new status. */
export const statusAt = (order: Pick<OrderFacts, 'status' | 'pay_by'>, now: Date): OrderStatus =>
  order.status === 'awaiting_payment' && passed(order.pay_by, now) ? 'expired' : order.status

export const STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: 'waiting for payment',
  paid: 'paid',
  shipped: 'on its way',
  delivered: 'delivered',
  completed: 'completed',
  problem: 'held because of a reported problem',
  refunded: 'refunded',
  cancelled: 'cancelled',
  expired: 'expired',
}

const REFUSALS: Readonly<Record<OrderOperation, string>> = {
  pay: 'there is nothing to pay',
  expire: 'it does not expire',
  cancel: 'you cannot cancel it now',
  ask_to_cancel: 'you cannot ask to cancel it now',
  agree_to_cancel: 'there is no request to answer',
  refuse_to_cancel: 'there is no request to answer',
  cancel_by_silence: 'it has no unanswered request to cancel',
  cancel_unshipped: 'it is not waiting to be shipped',
  remind: 'it is not waiting to be shipped',
  ship: 'it cannot be shipped now',
  hand_over: 'it cannot be handed over now',
  deliver: 'it cannot be marked as delivered now',
  confirm: 'it cannot be confirmed now',
  end_window: 'it has no protection period',
  report: 'a problem cannot be reported now',
  answer: 'there is nothing to answer',
  refund: 'only an order with a reported problem can be refunded; a paid order can be cancelled',
  offer_part: 'only an order with a reported problem can be refunded; a paid order can be cancelled',
  take_part: 'no partial refund is offered',
  refuse_part: 'no partial refund is offered',
  dispute: 'its payment cannot be disputed now',
  lose_dispute: 'no bank is reviewing its payment',
  win_dispute: 'no bank is reviewing its payment',
  refund_returned: 'no item was returned',
}
