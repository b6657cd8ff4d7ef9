import { HOLD_RULES } from '#commerce/holds/rules.ts'
import { OFFER_RULES, type OfferStatus } from '#commerce/offers/rules.ts'
import { ruleFor } from '#core/state-machine.ts'
import {
  CONDITIONS,
  conditionsOf,
  ORDER_RULES,
  type OrderFacts,
  type OrderOperation,
  type OrderParty,
} from '#commerce/orders/rules/order.ts'
import type { HoldStatus } from '#commerce/holds/rules.ts'
import type { TaskKind, TaskRole } from '#core/tasks.ts'

/*
 * Computes tasks and deadlines from the state tables alone. These tables define the states that end at a deadline, and the party that can
 * act before the deadline. Tests compare the results with the pages, the inbox, the emails, and the table that generates the tasks.
 */

/** Operations that complete a task, by the kind of task. */
export const DOES: Partial<Record<TaskKind, readonly string[]>> = {
  answer_cancelling: ['agree_to_cancel', 'refuse_to_cancel'],
  ship_order: ['ship'],
  hand_over_order: ['hand_over'],
  confirm_order: ['confirm', 'report'],
  check_return: ['refund'],
  answer_problem: ['answer', 'refund', 'offer_part'],
  answer_part: ['take_part', 'refuse_part'],
  decide_dispute: ['refund', 'confirm'],
  answer_offer: ['accept', 'decline', 'counter'],
  answer_counter: ['accept', 'decline'],
  use_hold: ['use'],
}

export type ExpectedTask = { role: TaskRole; until: Date | null }

const allowed = (operation: OrderOperation, by: OrderParty, order: OrderFacts, now: Date): boolean => {
  const rule = ruleFor(ORDER_RULES, order.status, operation, by)
  return rule !== undefined && conditionsOf(rule).every((name) => CONDITIONS[name].holds(order, now))
}

export const mayDo = (kind: TaskKind, role: TaskRole, order: OrderFacts, now: Date): boolean =>
  (DOES[kind] ?? []).some((operation) => allowed(operation as OrderOperation, role as OrderParty, order, now))

/** Returns the time of an order's earliest timed transition, or null if the order has none. */
export function clockOf(order: OrderFacts): Date | null {
  const ends = ORDER_RULES.flatMap(({ from, operation, by }) => {
    if (from !== order.status || by !== 'service' || operation === 'remind') return []
    const field = {
      expire: order.pay_by,
      cancel_by_silence: order.cancel_by,
      cancel_unshipped: order.ship_by,
      end_window: order.protect_until,
      refund_returned: order.return_status === 'received' ? order.return_by : null,
    }[operation as 'expire']
    return field ? [field] : []
  })
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())))
}

/** Returns true if a transition from this state pays out or refunds money. */
export const holdsMoney = (status: OrderFacts['status']): boolean =>
  ORDER_RULES.some(({ from, money = [] }) => from === status && money.some((one) => one !== 'take'))

/**
 * Returns the party that loses something when the deadline passes. Before the payment, the buyer would lose the order; before shipping, the
 * seller would lose the sale; after that, the buyer would lose the protection. For an order with a problem, returns the operator and the
 * party that must respond.
 */
export function orderOwes(order: OrderFacts, more: { pending: boolean; answered: boolean }): ExpectedTask[] {
  const until = clockOf(order)
  const one = (role: TaskRole): ExpectedTask[] => [{ role, until }]
  if (order.status === 'problem') {
    if (order.disputed_cents > 0) return []
    return [...respondsToProblem(order, more.answered), { role: 'operator', until: null }]
  }
  if (until === null) return []
  // Before the payment, the buyer must act. While a provider is processing the payment, no one has a task.
  const loses: TaskRole = allowedToPay(order) ? 'buyer' : order.status === 'paid' ? 'seller' : 'buyer'
  return more.pending ? [] : one(loses)
}

/** Returns the party that must take the next step of a return. Without a return, returns the party that must respond to the problem. */
function respondsToProblem(
  { return_status: returned, return_by: until, offered_cents: offered }: OrderFacts,
  answered: boolean,
): ExpectedTask[] {
  if (returned === 'offered' || returned === 'agreed') return [{ role: 'buyer', until }]
  if (returned === 'sent' || returned === 'received') return [{ role: 'seller', until }]
  if (offered !== null && returned !== 'contested') return [{ role: 'buyer', until: null }]
  return answered || returned !== null ? [] : [{ role: 'seller', until: null }]
}

const allowedToPay = ({ status }: OrderFacts): boolean => ORDER_RULES.some(({ from, operation }) => from === status && operation === 'pay')

/** Returns the party that may accept an offer until the offer expires, or null. */
export function offerOwes(status: OfferStatus): TaskRole | null {
  const ends = OFFER_RULES.some((row) => row.from === status && row.operation === 'expire')
  const by = OFFER_RULES.find((row) => row.from === status && row.operation === 'accept')?.by
  return ends && by ? (by === 'owner' ? 'seller' : 'buyer') : null
}

/** Returns `buyer` if a hold with this status can expire and the buyer can still pay for it or use it. Otherwise returns null. */
export const holdOwes = (status: HoldStatus): TaskRole | null =>
  HOLD_RULES.some((row) => row.from === status && row.operation === 'run_out') &&
  HOLD_RULES.some((row) => row.from === status && (row.operation === 'pay' || row.operation === 'use'))
    ? 'buyer'
    : null
