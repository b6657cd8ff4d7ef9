import type { Tx } from '#platform/context/index.ts'
import { mergeFields, type FieldSource } from '#catalog/listings/rules/fields.ts'
import { parcelText } from '#core/parcel.ts'
import { eachText } from '#catalog/listings/rules/texts.ts'
import { applyPrices, refusedClearing } from '#catalog/listings/rules/prices.ts'
import { invalid } from '#platform/errors/index.ts'
import { allow, lockListing, recordListing, type Owner } from './access.ts'
import { claimSku } from './sku.ts'
import { updateListing, type Cause } from './update.ts'
import type { ListingRow, ListingContent } from './queries.ts'
import type { ChangeListing } from './schema.ts'

/**
 * Changes the fields that were sent; null clears a field. If nothing changes, writes nothing. Errors: 404. 409 if the listing is sold, or a
 * different listing has the SKU. 400 `title` or `price` if the change clears that field of a live listing. 400 `lowest_price` or `fields`.
 */
export async function changeListing(tx: Tx, actor: Owner, id: string, change: ChangeListing, cause?: Cause): Promise<ListingRow> {
  // lock order: the account's SKUs before its listings
  if (change.sku) await claimSku(tx, actor, change.sku, id)
  const row = await lockListing(tx, actor, id)
  await allow(tx, 'edit', row)
  const clearing = refusedClearing(row.status, { title: change.title, priceCents: change.price })
  if (clearing) throw invalid(clearing.param, clearing.message)
  const changed = { ...differences(row, contentAfter(row, change, 'you')), ...ownPrice(row, change) }
  if (Object.keys(changed).length === 0) return row
  const after = await updateListing(tx, row, { ...changed, updated_at: tx.now() }, cause)
  await recordListing(tx, 'listing.changed', after)
  if (changed.take_offers === false) await tx.hooks.listingDelisted(tx, [id], 'offers_off')
  return after
}

/** Returns true if a change would have an effect. Throws the same 400 errors as `changeListing`. */
export const wouldChange = (row: ListingContent, change: ChangeListing): boolean =>
  Object.keys(differences(row, contentAfter(row, change, 'you'))).length > 0

/**
 * Clears the basis of the price if the seller sends a price, even one that equals the price from research (spec: completions 13.1, Prices
 * without evidence).
 */
const ownPrice = (row: ListingRow, change: ChangeListing): { price_basis?: null } =>
  change.price !== undefined && row.price_basis !== null ? { price_basis: null } : {}

/** Returns a listing's content after a change. Errors: 400 `lowest_price`, 400 `fields`. */
export function contentAfter(content: ListingContent, change: ChangeListing, source: FieldSource): ListingContent {
  const prices = applyPrices(
    { priceCents: content.price_cents, lowestPriceCents: content.lowest_price_cents },
    { priceCents: change.price, lowestPriceCents: change.lowest_price },
  )
  if (!prices.ok) throw invalid(prices.param, prices.message)
  const merged = mergeFields(content.fields, change.fields ?? [], source)
  if (!merged.ok) throw invalid('fields', merged.message)
  return {
    ...eachText((name) => sent(change[name], content[name])),
    price_cents: prices.priceCents,
    lowest_price_cents: prices.lowestPriceCents,
    shipping_cents: sent(change.shipping, content.shipping_cents),
    take_offers: sent(change.take_offers, content.take_offers),
    visibility: sent(change.visibility, content.visibility),
    fields: merged.fields,
    parcel: sent(change.parcel, content.parcel),
  }
}

const sent = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)

function differences(before: ListingContent, after: ListingContent): Partial<ListingContent> {
  // the database may return the keys of `parcel` in a different order
  const same = (name: keyof ListingContent) =>
    name === 'parcel'
      ? parcelText(before.parcel) === parcelText(after.parcel)
      : JSON.stringify(before[name]) === JSON.stringify(after[name])
  return Object.fromEntries(Object.entries(after).filter(([name]) => !same(name as keyof ListingContent)))
}
