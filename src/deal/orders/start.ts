import type { Tx } from '#platform/context.ts'
import { percentOf } from '#domain/money.ts'
import { shippingOf } from '#domain/shipping.ts'
import { bindHold, useHold } from '#deal/holds/use.ts'
import type { Buyable } from '#selling/listings/sale.ts'
import { coverOf, listPhotos } from '#selling/photos/index.ts'
import { conflict } from '#platform/errors.ts'
import { expireOverdue } from './expire.ts'
import * as queries from './queries.ts'
import { reservedFor } from '#deal/reservations/index.ts'
import { tellBuyer } from './tell.ts'

/** Where a parcel goes (completions 11, Address). */
export type Address = {
  name: string
  line1: string
  line2?: string | undefined
  city: string
  state?: string | undefined
  postal_code: string
  country: string
}

export type Sale = {
  /** Locked by `lockForBuyer` in this transaction. */
  listing: Buyable
  buyerId: string
  /** The price of the listing, or what an offer agreed on. */
  itemCents: number
  offerId: string | null
  /** A paid deposit that counts toward the price. */
  hold: { id: string; depositCents: number } | null
  address: Address | null
  /** 15 minutes, or 24 hours for an accepted offer (completions 7). */
  payWithinMs: number
}

/**
 * Makes an order that awaits its payment and so reserves the listing for its buyer (completions 7). Gives its id.
 * Errors: 409 when it is reserved for somebody else or has an unfinished order.
 */
export async function startOrder(tx: Tx, sale: Sale): Promise<string> {
  const { listing, buyerId } = sale
  await expireOverdue(tx, listing.id)
  await refuseReserved(tx, listing.id, buyerId)
  // the buyer's own paid deposit counts, asked for or not: it is of no other use
  const hold = sale.hold ?? (await useHold(tx, buyerId, listing.id))
  const id = tx.newId('ord')
  const now = tx.now()
  const pickup = isPickup(listing)
  const cover = coverOf((await listPhotos(tx, [listing.id])).get(listing.id) ?? [])
  await queries.insertOrder(tx.db, {
    id,
    listing_id: listing.id,
    shop_id: listing.shop_id,
    seller_id: listing.owner_id,
    buyer_id: buyerId,
    offer_id: sale.offerId,
    hold_id: hold?.id ?? null,
    listing_title: listing.title,
    listing_link: listing.link,
    photo: cover ? { key: cover.variants.at(-1)!.key } : null,
    shop_slug: listing.shop_slug,
    shop_name: listing.shop_name,
    item_cents: sale.itemCents,
    shipping_cents: listing.shipping_cents ?? 0,
    fee_cents: percentOf(sale.itemCents, tx.config.feePercent),
    // never more than the item costs, should its price have fallen since
    deposit_cents: Math.min(hold?.depositCents ?? 0, sale.itemCents),
    pickup,
    pickup_code: pickup ? sixDigits(tx) : null,
    address: pickup ? null : sale.address,
    pay_by: new Date(now.getTime() + sale.payWithinMs),
    created_at: now,
    updated_at: now,
  })
  if (hold) await bindHold(tx, hold.id, id)
  await queries.insertStep(tx.db, { order_id: id, at: now, status: 'awaiting_payment', by: 'buyer' })
  await tellBuyer(tx, 'order.opened', (await queries.findOrder(tx.db, id))!)
  return id
}

/** Errors: 409. The unique index on unfinished orders says the same where this does not. */
async function refuseReserved(tx: Tx, listingId: string, buyerId: string): Promise<void> {
  const reserved = await reservedFor(tx, listingId)
  if (reserved?.by === 'order')
    throw conflict(
      reserved.buyerId === buyerId
        ? 'You already have an order on this listing. Pay it or cancel it.'
        : 'This listing is reserved for another buyer.',
    )
  if (reserved && reserved.buyerId !== buyerId) throw conflict('This listing is reserved for another buyer.')
}

const isPickup = ({ shipping_cents }: Buyable): boolean => shippingOf(shipping_cents).kind === 'pickup'

const sixDigits = (tx: Tx): string => String(Buffer.from(tx.randomBytes(4)).readUInt32BE() % 1_000_000).padStart(6, '0')
