import type { Person, Tx, Core } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import { conflict } from '#platform/errors/index.ts'
import { ordersOfPurchases } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { shipLocked } from '#commerce/orders/ship.ts'
import { lockOwnPurchase, readPurchase } from './access.ts'
import type { ShipPurchase } from './schema.ts'

/**
 * Marks all paid orders in a purchase as shipped, in one parcel (spec: completions 13.4). Cancelled orders stay cancelled. Errors: 404, 400
 * `carrier` or `number`, 409 if no order is waiting to be shipped.
 */
export async function shipPurchase(tx: Tx, actor: Person, id: string, input: ShipPurchase): Promise<void> {
  const { orders } = await lockOwnPurchase(tx, actor, id, 'seller')
  const now = tx.now()
  for (const order of paidOf(orders)) await shipLocked({ ...tx, now: () => now }, order, input)
}

export async function describeShipment(ctx: Core, actor: Person, id: string): Promise<string> {
  const { row } = await readPurchase(ctx, actor, id, 'seller')
  const paid = paidOf(await ordersOfPurchases(ctx, [id]))
  return `Mark ${counted(paid.length, 'item')} as shipped in one parcel to ${quoteName(row.buyer_name)}.`
}

function paidOf(orders: readonly OrderRow[]): OrderRow[] {
  const paid = orders.filter(({ status }) => status === 'paid')
  if (paid.length === 0) throw conflict('No order of this purchase is waiting to be shipped. Check the status of each order.')
  return paid
}
