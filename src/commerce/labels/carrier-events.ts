import { REAL } from '#core/tenant.ts'
import type { Context, Tx } from '#platform/context/index.ts'
import type { TrackingEvent } from '#platform/shipping/index.ts'
import { findOrder, lockById } from '#commerce/orders/access.ts'
import { deliverByCarrier, shipByCarrier } from '#commerce/orders/carrier.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { lockPurchase } from '#commerce/purchases/access.ts'
import { asApiError, shippingOf } from './provider.ts'
import * as queries from './queries.ts'
import type { LabelRow } from './queries.ts'

/** Verifies a webhook from the shipping provider. Errors: 400 for an invalid signature or body, 503 if labels are turned off. */
export function readCarrierEvent(ctx: Context, raw: Uint8Array, signature: string | undefined): TrackingEvent {
  try {
    return shippingOf(ctx, REAL).readEvent(raw, signature)
  } catch (error) {
    throw asApiError(error)
  }
}

/**
 * Applies a carrier's event once. The first scan marks the order as shipped, and a delivery marks it as delivered; no event returns an
 * order to an earlier status (spec: completions 13.9). Events about voided labels change nothing. Returns false if the event was already
 * recorded.
 */
export async function applyCarrierEvent(tx: Tx, event: TrackingEvent): Promise<boolean> {
  const { name: provider } = shippingOf(tx, REAL)
  const found = await queries.labelOfShipment(tx.db, provider, event)
  const orders = found ? await lockParcel(tx, found) : []
  const label = found && (await queries.lockLabel(tx.db, found.id))
  const row = { provider, id: event.id, label_id: label?.id ?? null, status: event.status, received_at: tx.now() }
  if (!(await queries.insertCarrierEvent(tx.db, row))) return false
  if (label?.status !== 'bought' || event.status === 'other') return true
  if (event.trackingNumber !== null && event.trackingNumber !== label.tracking_number) return true
  for (const order of orders) {
    const shipped = await shipByCarrier(tx, order, label)
    if (event.status === 'delivered') await deliverByCarrier(tx, shipped, label)
  }
  return true
}

/** Locks all orders in the parcel with this label: the order that has the label, and orders in the same purchase without a label. */
async function lockParcel(tx: Tx, { order_id: id }: LabelRow): Promise<OrderRow[]> {
  const { purchase_id: purchaseId } = (await findOrder(tx, id))!
  if (purchaseId === null) return [await lockById(tx, id)]
  const parcel: OrderRow[] = []
  for (const order of (await lockPurchase(tx, purchaseId)).orders)
    if (order.id === id || !(await queries.activeLabel(tx.db, order.id))) parcel.push(order)
  return parcel
}
