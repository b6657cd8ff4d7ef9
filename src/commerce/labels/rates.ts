import type { Context, Person } from '#platform/context/index.ts'
import type { Parcel } from '#core/parcel.ts'
import { invalid } from '#platform/errors/index.ts'
import { addressesOf, digestOf, readSale, requireToShip } from './access.ts'
import { callProvider, shippingOf } from './provider.ts'
import * as queries from './queries.ts'
import type { RateRow } from './queries.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import type { ListRates } from './schema.ts'

/**
 * Requests shipping rates from the provider and stores them for 24 hours. Returns them cheapest first. Errors: 404, 409 unless the order is
 * waiting to be shipped, 400 `parcel`, `address` or `ship_from`, 503.
 */
export async function listRates(ctx: Context, actor: Person, orderId: string, size: ListRates): Promise<RateRow[]> {
  const row = await readSale(ctx, actor, orderId)
  requireToShip(ctx, row)
  const parcel = givenParcel(size) ?? (row.purchase_id === null ? await queries.parcelOf(ctx.db, orderId) : null)
  if (!parcel) throw invalid('parcel', `parcel is missing: enter weight_oz, length_in, width_in and height_in of ${packed(row)}.`)
  const addresses = addressesOf(row)
  const shipping = shippingOf(ctx, row.tenant)
  const quote = await callProvider(() => shipping.rates({ id: ctx.newId('rat'), ...addresses, parcel }))
  const rates = quote.rates.map(({ ref, carrier, service, amountCents, days }) => ({
    id: ctx.newId('rat'),
    order_id: orderId,
    provider: shipping.name,
    shipment_ref: quote.shipmentRef,
    rate_ref: ref,
    carrier,
    service,
    amount_cents: amountCents,
    days,
    addresses: digestOf(addresses),
    created_at: ctx.now(),
  }))
  await queries.insertRates(ctx.db, rates)
  return rates.toSorted((a, b) => a.amount_cents - b.amount_cents)
}

// a purchase ships as one parcel (spec: completions 13.4), so the parcel size of a single listing does not apply
const packed = ({ purchase_id: purchase }: OrderRow): string =>
  purchase === null ? 'the packed item' : 'the parcel with all items of the purchase'

/** Returns the parcel in the request, or null if there is none. Errors: 400 if the parcel is incomplete. */
function givenParcel(size: ListRates): Parcel | null {
  const names = ['weight_oz', 'length_in', 'width_in', 'height_in'] as const
  if (names.every((name) => size[name] === undefined)) return null
  const missing = names.find((name) => size[name] === undefined)
  if (missing) throw invalid(missing, `${missing} is missing: send the weight and all three sides of the parcel.`)
  return { weight_oz: size.weight_oz!, length_in: size.length_in!, width_in: size.width_in!, height_in: size.height_in! }
}
