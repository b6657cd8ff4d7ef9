import { LISTING_RULES } from '#catalog/listings/rules/listing.ts'
import { HOLD_RULES } from '#commerce/holds/rules.ts'
import { HOLD_TASKS, MONEY_CASE_TASKS, OFFER_TASKS, ORDER_TASKS } from '#commerce/inbox/rules.ts'
import { OFFER_RULES } from '#commerce/offers/rules.ts'
import { CONDITIONS, ORDER_RULES, type OrderRule } from '#commerce/orders/rules/order.ts'
import { RETURN_CONDITIONS, RETURN_RULES } from '#commerce/orders/rules/return.ts'

/** Inserts a defect: changes one rule of the service in this process, and returns a function that restores it. */
export type Defect = () => () => void

type AnyRule = { from: string; operation: string; by: string; to: string }

/** Changes the only rule that lets an actor perform an operation in a given state. Returns a function that restores the rule. */
export function change<R extends AnyRule>(
  rules: readonly R[],
  match: Pick<AnyRule, 'from' | 'operation' | 'by'>,
  to: Partial<R>,
): () => void {
  const all = rules as R[]
  const index = all.findIndex((rule) => rule.from === match.from && rule.operation === match.operation && rule.by === match.by)
  const before = all[index]!
  all[index] = { ...before, ...to }
  return () => void (all[index] = before)
}

function add<R extends AnyRule>(rules: readonly R[], rule: R): () => void {
  const all = rules as R[]
  all.push(rule)
  return () => void all.splice(all.indexOf(rule), 1)
}

export function remove(rules: readonly AnyRule[], match: Pick<AnyRule, 'from' | 'operation' | 'by'>): () => void {
  return change(rules, match, { from: 'never' })
}

/** Replaces one value in a table of rules. Returns a function that restores the value. */
export function replace<T extends object>(table: T, key: keyof T, value: unknown): () => void {
  const before = table[key]
  table[key] = value as T[keyof T]
  return () => void (table[key] = before)
}

const ALWAYS = { holds: () => true, refuse: '' }
const order = (from: string, operation: string, by: string) => ({ from, operation, by })
const UNCONDITIONAL = { when: [] } as unknown as Partial<OrderRule>

/** Plausible defects. The search must find each one and print the shortest sequence of moves that reveals it. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  'a seller cancels a shipped order': () => add(ORDER_RULES, { from: 'shipped', operation: 'cancel', by: 'seller', to: 'cancelled' }),
  'a seller agrees to a cancellation that nobody asked for': () =>
    change(ORDER_RULES, order('paid', 'agree_to_cancel', 'seller'), UNCONDITIONAL),
  'a buyer reports a problem before the order is late': () => replace(CONDITIONS, 'shipping is late', ALWAYS),
  'an order completes before its protection ends': () => replace(CONDITIONS, 'the protection period is over', ALWAYS),
  'a parcel completes although the buyer confirmed no delivery': () => remove(ORDER_RULES, order('delivered', 'end_window', 'service')),
  'a buyer withdraws a problem after the item was sent back': () => replace(CONDITIONS, 'the item was not sent back', ALWAYS),
  'a seller refunds an order during a chargeback': () => change(ORDER_RULES, order('problem', 'refund', 'seller'), UNCONDITIONAL),
  'an unpaid order never expires': () => remove(ORDER_RULES, order('awaiting_payment', 'expire', 'service')),
  'a chargeback of a shipped order is ignored': () => remove(ORDER_RULES, order('shipped', 'dispute', 'provider')),
  'an order that was never sent completes when the bank decides for the seller': () =>
    replace(CONDITIONS, 'only the bank disputes the order', ALWAYS),
  'a buyer cancels a paid order without the seller': () =>
    change(ORDER_RULES, order('paid', 'ask_to_cancel', 'buyer'), { to: 'cancelled' }),
  'a buyer reports a problem with a completed order': () =>
    add(ORDER_RULES, { from: 'completed', operation: 'report', by: 'buyer', to: 'problem' }),
  'a buyer withdraws an accepted offer': () => add(OFFER_RULES, { from: 'accepted', operation: 'withdraw', by: 'buyer', to: 'withdrawn' }),
  'a pickup is shipped': () => replace(CONDITIONS, 'the item is to be shipped', ALWAYS),
  'a returned item is refunded before the seller checked it': () =>
    replace(CONDITIONS, 'the returned item was not contested in time', ALWAYS),
  'a seller contests a return after the deadline': () => replace(RETURN_CONDITIONS, 'the deadline has not passed', ALWAYS),
  'a seller offers a return for an item that was not shipped': () => replace(RETURN_CONDITIONS, 'the item was shipped', ALWAYS),
  'a buyer agrees to a return that was declined': () =>
    add(RETURN_RULES, { from: 'declined', operation: 'agree', by: 'buyer', to: 'agreed' }),
  'a seller decides a return for the buyer': () => change(RETURN_RULES, order('offered', 'agree', 'buyer'), { by: 'seller' }),
  'a returned hold is kept': () => change(HOLD_RULES, order('active', 'return', 'seller'), { to: 'kept' }),
  'a seller returns a deposit that an order uses': () =>
    add(HOLD_RULES, { from: 'used', operation: 'return', by: 'seller', to: 'returned' }),
  'a buyer declines an offer that waits for the seller': () =>
    add(OFFER_RULES, { from: 'open', operation: 'decline', by: 'buyer', to: 'declined' }),
  'the negotiator accepts an offer': () => add(OFFER_RULES, { from: 'open', operation: 'accept', by: 'agent', to: 'accepted' }),
  'an owner accepts a counteroffer of their own': () => change(OFFER_RULES, order('countered', 'accept', 'buyer'), { by: 'owner' }),
  'an owner unpublishes an item during a sale': () =>
    change(LISTING_RULES, order('live', 'unpublish', 'owner'), { blockedBy: undefined } as never),
  'an owner relists an item whose sale is not finished': () =>
    change(LISTING_RULES, order('sold', 'relist', 'owner'), { blockedBy: undefined } as never),
  'nobody has to ship a paid order': () => replace(ORDER_TASKS as Record<string, unknown>, 'paid', []),
  'the buyer has no task for a delivered order': () => replace(ORDER_TASKS as Record<string, unknown>, 'delivered', []),
  'nobody receives a returned item or decides about it': () =>
    replace(
      ORDER_TASKS as Record<string, unknown>,
      'problem',
      ORDER_TASKS.problem.filter(({ task }) => task !== 'receive_return' && task !== 'decide_dispute'),
    ),
  'an offer waits for both parties': () =>
    replace(OFFER_TASKS as Record<string, unknown>, 'countered', [...OFFER_TASKS.countered, ...OFFER_TASKS.open]),
  'a paid hold has no task': () => replace(HOLD_TASKS as Record<string, unknown>, 'active', []),
  'no operator closes a failed refund': () => replace(MONEY_CASE_TASKS as Record<string, unknown>, 'refund_failed', []),
}
