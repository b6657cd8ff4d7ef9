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
 * What is owed by whom and until when, worked out from the state tables alone: what the clock ends, and who can do something before
 * that. The pages, the inbox and the mails are held against it, and so is the table that they are written from.
 */

/** What must be done to a record: one of these operations lets the task go. */
export const DOES: Partial<Record<TaskKind, readonly string[]>> = {
  answer_cancelling: ['agree_to_cancel', 'refuse_to_cancel'],
  ship_order: ['ship'],
  hand_over_order: ['hand_over'],
  confirm_order: ['confirm', 'report'],
  answer_problem: ['answer', 'refund', 'offer_part'],
  answer_part: ['take_part', 'refuse_part'],
  decide_dispute: ['refund', 'confirm'],
  answer_offer: ['accept', 'decline', 'counter'],
  answer_counter: ['accept', 'decline'],
  use_hold: ['use'],
}

export type Owed = { role: TaskRole; until: Date | null }

const allowed = (operation: OrderOperation, by: OrderParty, order: OrderFacts, now: Date): boolean => {
  const rule = ruleFor(ORDER_RULES, order.status, operation, by)
  return rule !== undefined && conditionsOf(rule).every((name) => CONDITIONS[name].holds(order, now))
}

export const mayDo = (kind: TaskKind, role: TaskRole, order: OrderFacts, now: Date): boolean =>
  (DOES[kind] ?? []).some((operation) => allowed(operation as OrderOperation, role as OrderParty, order, now))

/** When the clock ends the state that an order is in: the soonest of its timed moves. */
export function clockOf(order: OrderFacts): Date | null {
  const ends = ORDER_RULES.flatMap(({ from, operation, by }) => {
    if (from !== order.status || by !== 'service' || operation === 'remind') return []
    const field = {
      expire: order.pay_by,
      cancel_by_silence: order.cancel_by,
      cancel_unshipped: order.ship_by,
      end_window: order.protect_until,
    }[operation as 'expire']
    return field ? [field] : []
  })
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())))
}

/** Whether money lies here that some move of the state would send one way or the other. */
export const holdsMoney = (status: OrderFacts['status']): boolean =>
  ORDER_RULES.some(({ from, money = [] }) => from === status && money.some((one) => one !== 'take'))

/**
 * Who of the two has to act in an order: whom the clock does not favour. Silence before the payment ends the buyer's order, before
 * sending the seller's sale, and after it the buyer's protection; of a problem the one who was asked last.
 */
export function orderOwes(order: OrderFacts, more: { pending: boolean; answered: boolean }): Owed[] {
  const until = clockOf(order)
  const one = (role: TaskRole): Owed[] => [{ role, until }]
  if (order.status === 'problem') {
    if (order.disputed_cents > 0) return []
    const side: Owed[] = order.offered_cents !== null ? one('buyer') : more.answered ? [] : one('seller')
    return [...side, { role: 'operator', until: null }]
  }
  if (until === null) return []
  // what a provider is asked is paid by the buyer
  const loses: TaskRole = allowedToPay(order) ? 'buyer' : order.status === 'paid' ? 'seller' : 'buyer'
  return more.pending ? [] : one(loses)
}

const allowedToPay = ({ status }: OrderFacts): boolean => ORDER_RULES.some(({ from, operation }) => from === status && operation === 'pay')

/** An offer that the clock can end is owed an answer by whoever may accept it. */
export function offerOwes(status: OfferStatus): TaskRole | null {
  const ends = OFFER_RULES.some((row) => row.from === status && row.operation === 'expire')
  const by = OFFER_RULES.find((row) => row.from === status && row.operation === 'accept')?.by
  return ends && by ? (by === 'owner' ? 'seller' : 'buyer') : null
}

/** A hold that runs out, and that its buyer can still pay or use. */
export const holdOwes = (status: HoldStatus): TaskRole | null =>
  HOLD_RULES.some((row) => row.from === status && row.operation === 'run_out') &&
  HOLD_RULES.some((row) => row.from === status && (row.operation === 'pay' || row.operation === 'use'))
    ? 'buyer'
    : null
