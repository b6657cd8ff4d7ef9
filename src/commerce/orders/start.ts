import type { Tx } from '#platform/context/index.ts'
import { feeCentsOf } from '#core/fees.ts'
import { effective } from '#platform/settings/index.ts'
import { shippingOf } from '#core/shipping.ts'
import { bindHold, useHold } from '#commerce/holds/use.ts'
import type { Buyable } from '#catalog/listings/purchase-lock.ts'
import { coverOf } from '#catalog/photos/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { eventInsert } from '#platform/events/index.ts'
import { requireShipping } from './destination.ts'
import { expireOverdue } from './expire.ts'
import * as queries from './queries.ts'
import type { OrderInputs, OrderRow, OrderStep, StoredAddress } from './queries.ts'
import { reservedBy } from '#commerce/reservations/index.ts'
import { eventOf } from './notify.ts'

/** Address to which an order ships (spec: completions 11, Address). */
export type Address = StoredAddress

export type Sale = {
  /** The listing, locked by `lockForBuyer` in this transaction. */
  listing: Buyable
  buyerId: string
  /** Item price in cents: the listing's price or, for an accepted offer, the agreed amount. */
  itemCents: number
  offerId: string | null
  /**
   * Id of the hold that the buyer chose, or true for any hold of the buyer. If the buyer has a paid hold, the order uses it in any case.
   */
  hold: string | boolean | undefined
  address: Address | null
  /** The purchase that contains this order. The amounts are this order's shares of the purchase's discount and shipping. */
  purchase?: { id: string; discountCents: number; shippingCents: number } | undefined
  /** Time for the buyer to pay: 15 minutes, or 24 hours for an accepted offer (spec: completions 7). */
  payWithinMs: number
}

export type Started = { row: OrderRow; steps: OrderStep[] }

/**
 * Creates an order that awaits payment and reserves the listing (spec: completions 7). Errors: 409 `does_not_ship`; 409 `hold` if the given
 * hold belongs to a different buyer; 409 if the listing is reserved for a different buyer or has an unfinished order; 409 if an order in a
 * purchase is for an item on which the buyer has paid a deposit.
 */
export async function startOrder(tx: Tx, sale: Sale): Promise<Started> {
  const { listing, buyerId } = sale
  if (!isPickup(listing)) requireShipping(listing, sale.address)
  const inputs = await readInputs(tx, listing, buyerId)
  const hold = inputs.holds ? await useHold(tx, buyerId, listing.id) : null
  requireNamedHold(sale.hold, hold)
  // applies a deposit only to an order that is paid separately
  if (hold && sale.purchase)
    throw conflict('You have paid a deposit for this item. Buy it separately, so that the deposit counts toward its price.')
  refuseReserved(inputs, buyerId)
  const row = newOrder(tx, sale, inputs, hold)
  const step: OrderStep = { order_id: row.id, at: row.created_at, status: row.status, by: 'buyer' }
  await queries.insertOrder(tx.db, row, step, eventInsert(tx, [eventOf(tx, 'order.opened', row, [step], 'buyer')]))
  if (hold) await bindHold(tx, hold.id, row.id)
  return { row, steps: [step] }
}

/**
 * Reads the inputs for an order. Before that, expires an earlier order that was not paid in time, and updates the offer or hold of that
 * order.
 */
async function readInputs(tx: Tx, listing: Buyable, buyerId: string): Promise<OrderInputs> {
  const inputs = await queries.readOrderInputs(tx.db, listing, buyerId, tx.now())
  if (!inputs.unfinished) return inputs
  await expireOverdue(tx, listing.id)
  return queries.readOrderInputs(tx.db, listing, buyerId, tx.now())
}

function newOrder(tx: Tx, sale: Sale, inputs: OrderInputs, hold: Hold | null): OrderRow {
  const { listing, itemCents, purchase } = sale
  const now = tx.now()
  const pickup = isPickup(listing)
  const shippingCents = purchase?.shippingCents ?? listing.shipping_cents ?? 0
  const cover = coverOf(inputs.photos)
  return {
    id: tx.newId('ord'),
    listing_id: listing.id,
    shop_id: listing.shop_id,
    seller_id: listing.owner_id,
    buyer_id: sale.buyerId,
    buyer_name: inputs.buyer_name,
    offer_id: sale.offerId,
    // always uses a paid hold, because the deposit cannot be used for any other order
    hold_id: hold?.id ?? null,
    listing_title: listing.title,
    listing_link: listing.link,
    photo: cover ? { key: cover.variants.at(-1)!.key } : null,
    shop_slug: listing.shop_slug,
    shop_slug_now: listing.shop_slug,
    shop_name: listing.shop_name,
    shop_location: inputs.shop_location,
    shop_ship_from: listing.ship_from,
    shop_ships_to: listing.ships_to,
    tenant: listing.tenant,
    item_cents: itemCents,
    shipping_cents: shippingCents,
    fee_cents: feeCentsOf(effective(tx.config, inputs.fees), inputs.category, itemCents),
    // caps the deposit at the item price, which may have dropped since the deposit was paid
    deposit_cents: Math.min(hold?.depositCents ?? 0, itemCents),
    purchase_id: purchase?.id ?? null,
    discount_cents: purchase?.discountCents ?? null,
    share_cents: purchase ? itemCents + shippingCents : null,
    pickup,
    pickup_code: pickup ? sixDigits(tx) : null,
    address: pickup ? null : sale.address,
    pay_by: new Date(now.getTime() + sale.payWithinMs),
    created_at: now,
    updated_at: now,
    ...NOTHING_YET,
  }
}

const NOTHING_YET = {
  ...({ status: 'awaiting_payment', payment: 'unpaid', payout: 'none' } as const),
  ...{ label_cents: 0, label_paid_cents: 0, label_recovered_cents: 0, recovered_cents: 0 },
  ...{ refunded_cents: 0, disputed_cents: 0, charged_back_cents: 0, code_tries: 0, code_tries_from: null, problem: null },
  ...{ carrier: null, tracking_number: null, ship_by: null, remind_at: null, reminded_at: null, protect_until: null, cancel_by: null },
  ...{ paid_at: null, shipped_at: null, delivered_at: null, completed_at: null },
  ...{ return_status: null, return_by: null, return_details: null },
}

type Hold = NonNullable<Awaited<ReturnType<typeof useHold>>>

function requireNamedHold(named: Sale['hold'], own: Hold | null): void {
  if (named === undefined || named === false || named === 'false') return
  if (own && (named === true || named === 'true' || own.id === named)) return
  throw conflict('You have no paid hold with this id on this listing.', 'hold')
}

/** The unique index on unfinished orders enforces this too. */
function refuseReserved(inputs: OrderInputs, buyerId: string): void {
  const reserved = reservedBy(inputs)
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
