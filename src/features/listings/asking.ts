import type { Context, Person } from '#context.ts'
import type { ListingOperation } from '#domain/listing.ts'
import { dollarsFromCents } from '#domain/money.ts'
import { allow, readListing } from './access.ts'
import { listingName } from './present.ts'
import type { ListingRow } from './queries.ts'
import type { ChangeListing, CreateListing } from './schema.ts'

/**
 * What a held request would do, in words for its owner (completions 3, `ask_first`). The floor is never among
 * them. A request that could not run anyway is refused at once, as if it had not been held.
 */
export async function describeOperation(ctx: Context, actor: Person, id: string, operation: ListingOperation): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, operation, row)
  const { name, price } = called(row)
  if (operation === 'delete') return `Delete the listing ${name}${price} and its photos, for ever.`
  return `${operation === 'relist' ? 'Put up again' : 'Put live'} the listing ${name}${price} in the shop ${row.shop_slug}.`
}

/** Errors: 404, 409 when it is sold. */
export async function describeChange(ctx: Context, actor: Person, id: string, change: ChangeListing): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, 'edit', row)
  const parts = [
    ...(change.price === undefined ? [] : [`its price from ${dollars(row.price_cents)} to ${dollars(change.price)}`]),
    ...(change.lowest_price === undefined ? [] : ['its lowest price']),
    ...Object.keys(change)
      .filter((name) => name !== 'price' && name !== 'lowest_price')
      .map((name) => `its ${name.replaceAll('_', ' ')}`),
  ]
  return `Change the listing ${called(row).name}: ${parts.join(', ')}.`
}

export function describeCreation(input: CreateListing): string {
  const title = input.title ? `“${input.title}”` : 'without a title'
  return `Make the listing ${title} for ${dollars(input.price ?? null)} and put it live.`
}

const called = (row: ListingRow) => ({
  name: `“${listingName(row)}”`,
  price: row.price_cents === null ? '' : ` for ${dollars(row.price_cents)}`,
})

const dollars = (cents: number | null): string =>
  cents === null ? 'no price' : `$${cents % 100 === 0 ? dollarsFromCents(cents) : dollarsFromCents(cents).toFixed(2)}`
