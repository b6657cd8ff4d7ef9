import { createHash } from 'node:crypto'
import { adjustAmount, type BulkChange, type Snapshot } from './rules.ts'
import { allow, allowed } from '#catalog/listings/access.ts'
import { contentAfter } from '#catalog/listings/change.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import type { ChangeListing } from '#catalog/listings/schema.ts'
import { refusedClearing } from '#catalog/listings/rules/prices.ts'
import type { Context } from '#platform/context/index.ts'
import { canonicalJson } from '#platform/encoding/canonical-json.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'

export const snapshotOf = (row: ListingRow): Snapshot => ({
  status: row.status,
  visibility: row.visibility,
  price: row.price_cents,
  priceBasis: row.price_basis,
  lowestPrice: row.lowest_price_cents,
  shipping: row.shipping_cents,
  takeOffers: row.take_offers,
  publishedAt: row.published_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
})

/**
 * Returns the body of the `PATCH` request that would make the same change to one listing, or null if the change is a transition. Errors:
 * 400 `price` or `lowest_price` if the result is not a valid amount.
 */
export function editFor(row: ListingRow, change: BulkChange): ChangeListing | null {
  const { price, lowest_price, shipping, visibility, take_offers } = change
  if (price) return { price: amountAfter('price', row.price_cents, price) }
  if (lowest_price) return { lowest_price: amountAfter('lowest_price', row.lowest_price_cents, lowest_price) }
  if (shipping !== undefined) return { shipping }
  if (visibility !== undefined) return { visibility }
  return take_offers === undefined ? null : { take_offers }
}

function amountAfter(...[name, cents, adjustment]: Parameters<typeof adjustAmount>): number | null {
  const adjusted = adjustAmount(name, cents, adjustment)
  if (!adjusted.ok) throw invalid(name, adjusted.message)
  return adjusted.cents
}

/**
 * Returns the values after the change, or null for a deletion. Writes nothing, but throws the same errors as the operation on a single
 * listing.
 */
async function valuesAfter(ctx: Context, row: ListingRow, change: BulkChange): Promise<Snapshot | null> {
  const before = snapshotOf(row)
  if (change.delete) {
    await allow(ctx, 'delete', row)
    return null
  }
  if (change.unpublish) {
    await allow(ctx, 'unpublish', row)
    return { ...before, status: 'draft' }
  }
  const facts = { status: row.status, title: row.title, priceCents: row.price_cents, everSold: row.ever_sold, hasUnfinishedOrder: false }
  if (change.publish) {
    allowed('publish', facts)
    return { ...before, status: 'live' }
  }
  allowed('edit', facts)
  const edit = editFor(row, change)!
  const clearing = refusedClearing(row.status, { priceCents: edit.price })
  if (clearing) throw invalid(clearing.param, clearing.message)
  const content = contentAfter(row, edit, 'you')
  return {
    ...before,
    visibility: content.visibility,
    price: content.price_cents,
    priceBasis: edit.price === undefined ? before.priceBasis : null,
    lowestPrice: content.lowest_price_cents,
    shipping: content.shipping_cents,
    takeOffers: content.take_offers,
  }
}

export type Refusal = { id: string; message: string; param: string | null }

export type Plan = {
  rows: { listing: ListingRow; before: Snapshot; after: Snapshot | null }[]
  refused: Refusal[]
  /** Ids of all selected listings, in the order of the selection. Each listing is in either `rows` or `refused`. */
  order: string[]
}

export type Selection = { ids: readonly string[]; listings: ReadonlyMap<string, ListingRow> }

/** Plans the change to each listing separately, so that the refusal of one change does not affect the other listings. */
export async function planBulk(ctx: Context, { ids, listings }: Selection, change: BulkChange): Promise<Plan> {
  const plan: Plan = { rows: [], refused: [], order: [...ids] }
  for (const id of ids) {
    const listing = listings.get(id)
    if (!listing) {
      plan.refused.push({ id, message: 'No such listing. Check the id, and that the listing belongs to you.', param: 'ids' })
      continue
    }
    try {
      plan.rows.push({ listing, before: snapshotOf(listing), after: await valuesAfter(ctx, listing, change) })
    } catch (error) {
      plan.refused.push({ id, ...refusalOf(error) })
    }
  }
  return plan
}

/** Returns the refusal for one listing. Rethrows errors that do not concern the listing itself. */
export function refusalOf(error: unknown): Omit<Refusal, 'id'> {
  if (error instanceof ApiError && error.status < 500) return { message: error.message, param: error.param ?? null }
  throw error
}

/**
 * Returns the token for a preview: its expiry in seconds, and a digest of the change and of all rows. The token needs no signature, because
 * a preview is optional. The digest omits the minimum price, because a model could guess the price from the digest. A new minimum price
 * changes `updatedAt` anyway.
 */
export function tokenOf(change: BulkChange, { rows, refused }: Plan, expires: number): string {
  const values = rows.map(({ listing, before, after }) => [listing.id, withoutFloor(before), after && withoutFloor(after)])
  const digest = createHash('sha256')
    .update(canonicalJson([change, values, refused]))
    .digest('base64url')
  return `${expires}.${digest}`
}

const withoutFloor = ({ lowestPrice: _, ...values }: Snapshot): Omit<Snapshot, 'lowestPrice'> => values
