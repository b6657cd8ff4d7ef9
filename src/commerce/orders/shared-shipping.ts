import type { Tx, Core } from '#platform/context/index.ts'
import { shippingMoved } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { givesShipping, movableShipping, takesShipping } from './rules/shared-shipping.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'

/*
 * The shipping fee of a purchase, which ships as one parcel. The fee is refunded only with the last order (spec: completions 13.4). When an
 * order is refunded, its part moves to an order that is still open. When an order completes, all parts move to this order, for the seller.
 */

/**
 * Returns the shipping, in cents, that stays with the other orders of the purchase after a full refund of this order. Returns 0 outside a
 * purchase, or if no other order can take the shipping over.
 */
export async function shippingLeft(ctx: Core, row: OrderRow): Promise<number> {
  if (row.purchase_id === null) return 0
  const others = (await queries.ordersOfPurchases(ctx.db, [row.purchase_id])).filter(({ id }) => id !== row.id)
  return others.some(takesShipping) ? movableShipping(row) : 0
}

/** Returns the shipping, in cents, that moves from the other orders in the purchase to this order when this order completes. */
export async function shippingCollected(ctx: Core, row: OrderRow): Promise<number> {
  if (row.purchase_id === null) return 0
  const others = (await queries.ordersOfPurchases(ctx.db, [row.purchase_id])).filter(({ id }) => id !== row.id)
  return others.filter(givesShipping).reduce((sum, other) => sum + movableShipping(other), 0)
}

/** When an order is refunded, moves its shipping amount to the first open order in the same purchase. The caller must lock the order. */
export async function leaveShipping(tx: Tx, row: OrderRow, purchaseId: string): Promise<OrderRow> {
  const others = (await queries.lockOrdersOf(tx.db, purchaseId)).filter(({ id }) => id !== row.id)
  const next = others.find(takesShipping)
  const cents = movableShipping(row)
  if (!next || cents === 0) return row
  await move(tx, row, next, cents)
  return { ...row, shipping_cents: row.shipping_cents - cents }
}

/** Moves the shipping of all open orders in the purchase to an order that is being completed. The caller must lock the order. */
export async function collectShipping(tx: Tx, row: OrderRow, purchaseId: string): Promise<OrderRow> {
  let cents = 0
  for (const other of (await queries.lockOrdersOf(tx.db, purchaseId)).filter(({ id }) => id !== row.id)) {
    const part = givesShipping(other) ? movableShipping(other) : 0
    if (part === 0) continue
    await move(tx, other, { ...row, shipping_cents: row.shipping_cents + cents }, part)
    cents += part
  }
  return { ...row, shipping_cents: row.shipping_cents + cents }
}

async function move(tx: Tx, from: OrderRow, to: OrderRow, cents: number): Promise<void> {
  await queries.updateOrder(tx.db, from.id, { shipping_cents: from.shipping_cents - cents, updated_at: tx.now() })
  await queries.updateOrder(tx.db, to.id, { shipping_cents: to.shipping_cents + cents, updated_at: tx.now() })
  await post(tx, shippingMoved(from.id, to.id, cents))
}
