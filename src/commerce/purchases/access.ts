import type { Person, Tx, Core } from '#platform/context/index.ts'
import { onlyFor, partyOf, type Party } from '#core/party.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { lockOrdersOf } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { decidePurchase, type PurchaseActor, type PurchaseOperation, type PurchaseStatus } from './rules.ts'
import * as queries from './queries.ts'
import type { PurchaseRow } from './queries.ts'

export type LockedPurchase = { row: PurchaseRow; orders: OrderRow[] }

/**
 * Returns a purchase if the actor is its buyer or seller. Errors: 404 for accounts that are not a party, 409 if only the other party can
 * perform the action.
 */
export async function readPurchase(ctx: Core, actor: Person, id: string, only?: Party): Promise<{ row: PurchaseRow; party: Party }> {
  return requireParty(actor, await ifIdOf('pur', id, () => queries.findPurchase(ctx.db, id)), only)
}

function requireParty(actor: Person, row: PurchaseRow | undefined, only?: Party): { row: PurchaseRow; party: Party } {
  const party = row && partyOf(row, actor.accountId)
  if (!row || !party) throw notFound('purchase')
  if (only && party !== only) throw conflict(onlyFor(only))
  return { row, party }
}

/** Returns a purchase without checking access. */
export const findPurchase = (ctx: Core, id: string): Promise<PurchaseRow | undefined> => queries.findPurchase(ctx.db, id)

/**
 * Like `readPurchase`, but also returns the orders, and locks everything until the transaction ends. Checks the actor's role again after
 * locking, because a guest's purchase may have moved to an account in the meantime.
 */
export async function lockOwnPurchase(tx: Tx, actor: Person, id: string, party: Party): Promise<LockedPurchase> {
  await readPurchase(tx, actor, id, party)
  const locked = await lockPurchase(tx, id)
  requireParty(actor, locked.row, party)
  return locked
}

/** Locks the listings in a purchase, then the purchase, then its orders. Locks listings and orders in order of their ids. */
export async function lockPurchase(tx: Tx, id: string): Promise<LockedPurchase> {
  await queries.lockListingsOf(tx.db, id)
  const row = await queries.lockPurchase(tx.db, id)
  if (!row) throw notFound('purchase')
  return { row, orders: await lockOrdersOf(tx, id) }
}

/** Stores the new status of a locked purchase. */
export const writeStatus = (tx: Tx, id: string, status: PurchaseStatus): Promise<void> =>
  queries.updatePurchase(tx.db, id, { status, ...(status === 'paid' ? { paid_at: tx.now() } : {}), updated_at: tx.now() })

/** Returns the status of a purchase after the operation. Errors: 409 if the transition is not allowed. */
export function allowPurchase(ctx: Core, operation: PurchaseOperation, by: PurchaseActor, row: PurchaseRow): PurchaseStatus {
  const decision = decidePurchase(operation, by, row, ctx.now())
  if (decision.kind === 'refuse') throw conflict(decision.message)
  return decision.to
}
