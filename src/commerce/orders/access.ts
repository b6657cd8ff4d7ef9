import type { Person, Tx, Core } from '#platform/context/index.ts'
import {
  decideOrder,
  type OrderFacts,
  type OrderMoney,
  type OrderOperation,
  type OrderParty,
  type OrderStatus,
} from '#commerce/orders/rules/order.ts'
import type { Scope } from '#core/scopes.ts'
import { onlyFor, partyOf, type Party } from '#core/party.ts'
import { lockListingOf } from '#catalog/listings/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf, isIdOf } from '#platform/context/ids.ts'
import { lacksScope } from '#platform/http/run.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'

const SCOPE: Readonly<Record<Party, Scope>> = { buyer: 'buying', seller: 'orders' }

/** Returns an order if the actor is its buyer or seller. Errors: 404 for all other accounts. */
export async function readOrder(ctx: Core, actor: Person, id: string): Promise<{ row: OrderRow; party: Party }> {
  return own(actor, await ifIdOf('ord', id, () => queries.findOrder(ctx.db, id)))
}

/**
 * Returns an order for an action. With `only`, just this party can perform the action. Errors: 404 for accounts that are not a party, 403
 * for a key without the party's scope, 409 for the other party.
 */
export async function readForVerb(ctx: Core, actor: Person, id: string, only?: Party): Promise<{ row: OrderRow; party: Party }> {
  return requireRole(actor, (await readOrder(ctx, actor, id)).row, only)
}

function own(actor: Person, row: OrderRow | undefined): { row: OrderRow; party: Party } {
  const party = row && partyOf(row, actor.accountId)
  if (!row || !party) throw notFound('order')
  return { row, party }
}

function requireRole(actor: Person, row: OrderRow | undefined, only: Party | undefined): { row: OrderRow; party: Party } {
  const found = own(actor, row)
  if (only && found.party !== only) throw conflict(onlyFor(only))
  const scope = SCOPE[found.party]
  if (!actor.scopes.includes(scope)) throw lacksScope([scope])
  return found
}

/**
 * Locks the listing, if it still exists, then the order. If the account is not a party to the order, locks nothing, so that the request
 * never waits. Errors: those of `readForVerb`.
 */
export async function lockForVerb(tx: Tx, actor: Person, id: string, only?: Party): Promise<{ row: OrderRow; party: Party }> {
  if (!isIdOf('ord', id)) throw notFound('order')
  await lockListingOf(tx, 'orders', id, actor.accountId)
  return requireRole(actor, await queries.lockOrder(tx.db, id, actor.accountId), only)
}

/** Locks the listing, then its order. All actions that can sell a listing use this lock order. Errors: 404. */
export async function lockById(tx: Tx, id: string): Promise<OrderRow> {
  await lockListingOf(tx, 'orders', id)
  const row = await queries.lockOrder(tx.db, id)
  if (!row) throw notFound('order')
  return row
}

/** Locks the orders in a purchase. Locks in order of the ids. The caller must lock the purchase first. */
export const lockOrdersOf = (tx: Tx, purchaseId: string): Promise<OrderRow[]> => queries.lockOrdersOf(tx.db, purchaseId)

/** Returns the orders in several purchases, sorted by id, without checking access. */
export const ordersOfPurchases = (ctx: Core, purchaseIds: readonly string[]): Promise<OrderRow[]> =>
  queries.ordersOfPurchases(ctx.db, purchaseIds)

/** Returns an order without checking access. For callers that have already locked the order, or that send notifications. */
export const findOrder = (ctx: Core, id: string): Promise<OrderRow | undefined> => queries.findOrder(ctx.db, id)

export const factsOf = (row: OrderRow): OrderFacts => ({
  ...row,
  offered_cents: row.problem?.offered_cents ?? null,
  all_back: row.refunded_cents === row.item_cents + row.shipping_cents,
  bank_alone: row.problem?.reason === 'chargeback' && (row.shipped_at !== null || row.delivered_at !== null),
})

/**
 * Returns the transition for an operation, from the state table. Errors: 409 if the transition is not allowed, or if it would pay for or
 * cancel only one order of an unpaid purchase.
 */
export function allow(
  ctx: Core,
  operation: OrderOperation,
  by: OrderParty,
  row: OrderRow,
): { to: OrderStatus; money: readonly OrderMoney[] } {
  const decision = decideOrder(operation, by, factsOf(row), ctx.now())
  if (decision.kind === 'refuse') throw conflict(decision.message)
  if (isLeftToPurchase(operation, row))
    throw conflict(`This order is part of the purchase ${row.purchase_id}, which is not paid yet. Pay or cancel the whole purchase.`)
  return decision
}

/** Returns true if the operation is possible only for the whole purchase, because the purchase is unpaid (spec: completions 13.11). */
export const isLeftToPurchase = (operation: OrderOperation, { status, purchase_id: purchaseId }: OrderRow): boolean =>
  purchaseId !== null && status === 'awaiting_payment' && (operation === 'pay' || operation === 'cancel')
