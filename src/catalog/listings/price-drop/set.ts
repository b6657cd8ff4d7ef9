import { priceAfterStep } from '#catalog/listings/rules/price-drop.ts'
import * as queries from './queries.ts'
import type { SetPriceDrop } from './schema.ts'
import { allow, lockListing, readListing } from '#catalog/listings/access.ts'
import { changeListing } from '#catalog/listings/change.ts'
import { listingName } from '#catalog/listings/present.ts'
import { deletePriceDrop, type ListingRow } from '#catalog/listings/queries.ts'
import { priceText } from '#core/format/money.ts'
import { floorCents } from '#core/money.ts'
import { quoteName } from '#core/quoted-name.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Context, Person, Tx } from '#platform/context/index.ts'

const DAY_MS = 86_400_000

/**
 * Starts or replaces a listing's price-drop schedule. A listing without its own minimum price gets the shop's minimum price, as a fixed
 * amount that does not fall with the price. Errors: 404. 409 if the listing is sold. 400 `price` if it has no price. 400 `percent` or
 * `amount` if the first step would go below the minimum price.
 */
export async function setPriceDrop(tx: Tx, actor: Person, id: string, input: SetPriceDrop): Promise<ListingRow> {
  const row = await lockListing(tx, actor, id)
  await allow(tx, 'edit', row)
  const { percent = null, amount = null, every_days: everyDays } = input
  if (row.price_cents === null) throw invalid('price', 'Set a price before you schedule price drops.')
  const bounds = {
    priceCents: row.price_cents,
    lowestPriceCents: row.lowest_price_cents,
    lowestPercent: await queries.lowestPercentOf(tx.db, row.shop_id),
  }
  const schedule = { percent, amountCents: amount, baseCents: row.price_cents, everyDays }
  if (priceAfterStep(schedule, bounds) === null)
    throw invalid(
      percent === null ? 'amount' : 'percent',
      'The first step would go below the minimum price. Choose a smaller step, or lower the minimum price.',
    )
  await queries.putDrop(tx.db, {
    listing_id: id,
    percent,
    amount_cents: amount,
    base_cents: row.price_cents,
    every_days: everyDays,
    next_at: new Date(tx.now().getTime() + everyDays * DAY_MS),
  })
  return changeListing(tx, actor, id, { lowest_price: floorCents(bounds) })
}

/** Stops the price-drop schedule of a listing, if there is one. Errors: 404. */
export async function stopPriceDrop(tx: Tx, actor: Person, id: string): Promise<ListingRow> {
  const row = await lockListing(tx, actor, id)
  await deletePriceDrop(tx.db, id)
  return row
}

/**
 * Describes a price-drop schedule for the owner who must approve it, without the minimum price. Errors: 404, 409 if the listing is sold.
 */
export async function describePriceDrop(ctx: Context, actor: Person, id: string, input: SetPriceDrop): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, 'edit', row)
  const step = input.amount ? priceText(input.amount) : `${input.percent} %`
  const price = row.price_cents === null ? 'price' : `price of ${priceText(row.price_cents)}`
  return `Lower the ${price} of the listing ${quoteName(listingName(row))} by ${step} every ${input.every_days} days, down to its minimum price.`
}
