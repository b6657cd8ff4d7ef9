import { LISTING_RULES } from '#catalog/listings/rules/listing.ts'
import { HOLD_RULES } from '#commerce/holds/rules.ts'
import { HOLD_TASKS, MONEY_CASE_TASKS, OFFER_TASKS, ORDER_TASKS } from '#commerce/inbox/rules.ts'
import { OFFER_RULES } from '#commerce/offers/rules.ts'
import { CONDITIONS, ORDER_RULES, type OrderRule } from '#commerce/orders/rules/order.ts'
import { RETURN_CONDITIONS, RETURN_RULES } from '#commerce/orders/rules/return.ts'

/** A defect in one rule of the service. `put` changes the rule in this process and returns a function that restores it. */
export type Defect = { title: string; put(): () => void }

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
export const DEFECTS: readonly Defect[] = [
  {
    title: 'a seller cancels a shipped order',
    put: () => add(ORDER_RULES, { from: 'shipped', operation: 'cancel', by: 'seller', to: 'cancelled' }),
  },
  {
    title: 'a seller agrees to a cancellation that nobody asked for',
    put: () => change(ORDER_RULES, order('paid', 'agree_to_cancel', 'seller'), UNCONDITIONAL),
  },
  { title: 'a buyer reports a problem before the order is late', put: () => replace(CONDITIONS, 'shipping is late', ALWAYS) },
  { title: 'an order completes before its protection ends', put: () => replace(CONDITIONS, 'the protection period is over', ALWAYS) },
  {
    title: 'a parcel completes although the buyer confirmed no delivery',
    put: () => remove(ORDER_RULES, order('delivered', 'end_window', 'service')),
  },
  {
    title: 'a buyer withdraws a problem after the item was sent back',
    put: () => replace(CONDITIONS, 'the item was not sent back', ALWAYS),
  },
  {
    title: 'a seller refunds an order during a chargeback',
    put: () => change(ORDER_RULES, order('problem', 'refund', 'seller'), UNCONDITIONAL),
  },
  { title: 'an unpaid order never expires', put: () => remove(ORDER_RULES, order('awaiting_payment', 'expire', 'service')) },
  { title: 'a chargeback of a shipped order is ignored', put: () => remove(ORDER_RULES, order('shipped', 'dispute', 'provider')) },
  {
    title: 'an order that was never sent completes when the bank decides for the seller',
    put: () => replace(CONDITIONS, 'only the bank disputes the order', ALWAYS),
  },
  {
    title: 'a buyer cancels a paid order without the seller',
    put: () => change(ORDER_RULES, order('paid', 'ask_to_cancel', 'buyer'), { to: 'cancelled' }),
  },
  {
    title: 'a buyer reports a problem with a completed order',
    put: () => add(ORDER_RULES, { from: 'completed', operation: 'report', by: 'buyer', to: 'problem' }),
  },
  {
    title: 'a buyer withdraws an accepted offer',
    put: () => add(OFFER_RULES, { from: 'accepted', operation: 'withdraw', by: 'buyer', to: 'withdrawn' }),
  },
  { title: 'a pickup is shipped', put: () => replace(CONDITIONS, 'the item is to be shipped', ALWAYS) },
  {
    title: 'a returned item is refunded before the seller checked it',
    put: () => replace(CONDITIONS, 'the returned item was not contested in time', ALWAYS),
  },
  { title: 'a seller contests a return after the deadline', put: () => replace(RETURN_CONDITIONS, 'the deadline has not passed', ALWAYS) },
  {
    title: 'a seller offers a return for an item that was not shipped',
    put: () => replace(RETURN_CONDITIONS, 'the item was shipped', ALWAYS),
  },
  {
    title: 'a buyer agrees to a return that was declined',
    put: () => add(RETURN_RULES, { from: 'declined', operation: 'agree', by: 'buyer', to: 'agreed' }),
  },
  {
    title: 'a seller decides a return for the buyer',
    put: () => change(RETURN_RULES, order('offered', 'agree', 'buyer'), { by: 'seller' }),
  },
  { title: 'a returned hold is kept', put: () => change(HOLD_RULES, order('active', 'return', 'seller'), { to: 'kept' }) },
  {
    title: 'a seller returns a deposit that an order uses',
    put: () => add(HOLD_RULES, { from: 'used', operation: 'return', by: 'seller', to: 'returned' }),
  },
  {
    title: 'a buyer declines an offer that waits for the seller',
    put: () => add(OFFER_RULES, { from: 'open', operation: 'decline', by: 'buyer', to: 'declined' }),
  },
  {
    title: 'the negotiator accepts an offer',
    put: () => add(OFFER_RULES, { from: 'open', operation: 'accept', by: 'agent', to: 'accepted' }),
  },
  {
    title: 'an owner accepts a counteroffer of their own',
    put: () => change(OFFER_RULES, order('countered', 'accept', 'buyer'), { by: 'owner' }),
  },
  {
    title: 'an owner unpublishes an item during a sale',
    put: () => change(LISTING_RULES, order('live', 'unpublish', 'owner'), { blockedBy: undefined } as never),
  },
  {
    title: 'an owner relists an item whose sale is not finished',
    put: () => change(LISTING_RULES, order('sold', 'relist', 'owner'), { blockedBy: undefined } as never),
  },
  { title: 'nobody has to ship a paid order', put: () => replace(ORDER_TASKS as Record<string, unknown>, 'paid', []) },
  { title: 'the buyer has no task for a delivered order', put: () => replace(ORDER_TASKS as Record<string, unknown>, 'delivered', []) },
  {
    title: 'nobody receives a returned item or decides about it',
    put: () =>
      replace(
        ORDER_TASKS as Record<string, unknown>,
        'problem',
        ORDER_TASKS.problem.filter(({ task }) => task !== 'receive_return' && task !== 'decide_dispute'),
      ),
  },
  {
    title: 'an offer waits for both parties',
    put: () => replace(OFFER_TASKS as Record<string, unknown>, 'countered', [...OFFER_TASKS.countered, ...OFFER_TASKS.open]),
  },
  { title: 'a paid hold has no task', put: () => replace(HOLD_TASKS as Record<string, unknown>, 'active', []) },
  { title: 'no operator closes a failed refund', put: () => replace(MONEY_CASE_TASKS as Record<string, unknown>, 'refund_failed', []) },
]
