import type { Tx } from '#platform/context/index.ts'
import { decideOrder, protectedOnceDelivered, protectedWhileShipped } from './rules/order.ts'
import { factsOf } from './access.ts'
import { recordBuyerEvent } from './notify.ts'
import { settleOrder } from './settle.ts'
import type { OrderRow } from './queries.ts'

type Scanned = { carrier: string; tracking_number: string | null }

const frozen = (tx: Tx): Tx => {
  const now = tx.now()
  return { ...tx, now: () => now }
}

/** Marks a locked order as shipped once the carrier has scanned its parcel. Returns orders in any other status unchanged. */
export async function shipByCarrier(tx: Tx, row: OrderRow, { carrier, tracking_number }: Scanned): Promise<OrderRow> {
  const still = frozen(tx)
  if (decideOrder('ship', 'provider', factsOf(row), still.now()).kind === 'refuse') return row
  const shipped = await settleOrder(still, row, 'ship', 'provider', {
    carrier,
    tracking_number,
    shipped_at: still.now(),
    protect_until: protectedWhileShipped(still.now()),
  })
  await recordBuyerEvent(still, 'order.shipped', shipped)
  return shipped
}

/**
 * Marks a locked order as delivered once the carrier has delivered its parcel. Does nothing if the order's status does not allow this, or
 * if the seller entered a different tracking number. If the seller entered no number, stores the label's number.
 */
export async function deliverByCarrier(tx: Tx, row: OrderRow, { carrier, tracking_number: number }: Scanned): Promise<void> {
  const still = frozen(tx)
  if (row.tracking_number !== null && row.tracking_number !== number) return
  if (decideOrder('deliver', 'provider', factsOf(row), still.now()).kind === 'refuse') return
  const change = { carrier, tracking_number: number, delivered_at: still.now(), protect_until: protectedOnceDelivered(still.now()) }
  await recordBuyerEvent(still, 'order.delivered', await settleOrder(still, row, 'deliver', 'provider', change))
}
