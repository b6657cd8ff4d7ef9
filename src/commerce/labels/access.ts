import { createHash } from 'node:crypto'
import type { Core, Person, Tx } from '#platform/context/index.ts'
import type { StoredAddress } from '#core/address.ts'
import { lockForVerb, readForVerb, readOrder } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { STATUS_LABELS, sharesOf, statusAt } from '#commerce/orders/rules/order.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'

/**
 * Returns one of the actor's sales (spec: completions 13.11, Labels). Errors: 404 if the order does not exist, or if the actor is not its
 * seller. 403 if the key lacks the scope `orders`.
 */
export async function readSale(ctx: Core, actor: Person, id: string): Promise<OrderRow> {
  await requireSeller(ctx, actor, id)
  return (await readForVerb(ctx, actor, id, 'seller')).row
}

/** Locks one of the actor's sales. Throws the same errors as `readSale`. */
export async function lockSale(tx: Tx, actor: Person, id: string): Promise<OrderRow> {
  await requireSeller(tx, actor, id)
  return (await lockForVerb(tx, actor, id, 'seller')).row
}

async function requireSeller(ctx: Core, actor: Person, id: string): Promise<void> {
  if ((await readOrder(ctx, actor, id)).party !== 'seller') throw notFound('order')
}

/** Checks that an order has not been shipped yet and can be. Errors: 409. */
export function requireToShip(ctx: Core, row: OrderRow): void {
  if (row.pickup) throw conflict('This order is a pickup, so it needs no label.')
  if (row.status !== 'paid')
    throw conflict(`This order is ${STATUS_LABELS[statusAt(row, ctx.now())]}. Labels are only for paid orders that are not shipped yet.`)
}

/** Returns the addresses of the parcel's sender and recipient. Errors: 400 `address` or `ship_from`. */
export function addressesOf(row: OrderRow): { from: StoredAddress; to: StoredAddress } {
  if (!row.address) throw invalid('address', 'address is missing: the buyer has not entered a delivery address.')
  if (!row.shop_ship_from)
    throw invalid('ship_from', `ship_from is missing: enter the address of the shop ${row.shop_slug_now} in its settings.`)
  return { from: row.shop_ship_from, to: row.address }
}

/** Returns a digest of the sender's and the recipient's address. */
export const digestOf = ({ from, to }: { from: StoredAddress; to: StoredAddress }): string =>
  createHash('sha256')
    .update(JSON.stringify([from, to].map(sorted)))
    .digest('hex')
    .slice(0, 32)

const sorted = (address: StoredAddress) => Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1))

/**
 * Checks that the seller's share of the money in escrow covers the cost of the label (spec: completions 13.9). Does not count the shipping
 * fee for a purchase, because it goes to the order that is completed first. Errors: 409.
 */
export function requireCovered(row: OrderRow, amountCents: number): void {
  const totalCents = row.item_cents + (row.purchase_id === null ? row.shipping_cents : 0)
  const { sellerCents } = sharesOf({ totalCents, refundedCents: row.refunded_cents, feeCents: row.fee_cents })
  if (amountCents > sellerCents) throw conflict('This label costs more than your share of the order. Choose a cheaper rate.', 'rate')
}
