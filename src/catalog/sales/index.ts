import { presentPreview, presentSale } from './present.ts'
import * as queries from './queries.ts'
import type { SaleRow } from './queries.ts'
import { MAX_NAMED, timesProblem } from './rules.ts'
import { enqueueSale } from './run.ts'
import type { CreateSale, ListSales } from './schema.ts'
import { lockShop, readShop } from '#catalog/shops/index.ts'
import { counted } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import type { Context, Core, Person, Tx } from '#platform/context/index.ts'
import { ApiError, conflict, invalid, notFound } from '#platform/errors/index.ts'
import { listingsByIds } from '#catalog/listings/index.ts'

/**
 * Plans a sale. Without a start time, the sale starts now. Errors: 404. 400 for invalid times. 400 `listings[i]` for a listing that is not
 * in the shop. 409 `starts_at` if the sale overlaps with a different sale in the shop.
 */
export async function createSale(tx: Tx, actor: Person, slug: string, input: CreateSale) {
  const shop = await lockShop(tx, actor, slug)
  const sale = await planOf(tx, actor, shop, input)
  if (await queries.overlaps(tx.db, shop.id, sale))
    throw new ApiError('conflict', 'Another sale of the shop overlaps this time. End it first, or choose another time.', {
      param: 'starts_at',
    })
  const row = await queries.insertSale(tx.db, { id: tx.newId('sal'), account_id: actor.accountId, created_at: tx.now(), ...sale })
  if (row.starts_at <= tx.now()) await enqueueSale(tx, row.id)
  return presentSale(tx, row, shop.slug, queries.NO_PROGRESS)
}

/**
 * Returns the prices before and during a sale. Writes nothing. Throws the same errors as `createSale`, except the error for an overlap with
 * a different sale.
 */
export async function previewSale(ctx: Core, actor: Person, slug: string, input: CreateSale) {
  const shop = await readShop(ctx, actor, slug)
  const sale = await planOf(ctx, actor, shop, input)
  return presentPreview(await queries.plannedRows(ctx.db, sale, MAX_NAMED), input.percent)
}

type Shop = { id: string; slug: string }

async function planOf(ctx: Core, actor: Person, shop: Shop, { percent, starts_at: start, ends_at, listings }: CreateSale) {
  const now = ctx.now()
  const starts_at = start ?? now
  const problem = timesProblem({ startsAt: starts_at, endsAt: ends_at }, now)
  if (problem) throw invalid(problem.param, `${problem.param} ${problem.message}.`)
  const listing_ids = listings === undefined ? null : [...new Set(listings)]
  if (listing_ids) await requireListings(ctx, actor, shop, listings!)
  return { shop_id: shop.id, percent, listing_ids, starts_at, ends_at }
}

async function requireListings(ctx: Core, actor: Person, shop: Shop, ids: readonly string[]): Promise<void> {
  const own = await listingsByIds(ctx, actor, ids)
  const missing = ids.findIndex((id) => own.get(id)?.shop_id !== shop.id)
  if (missing !== -1) throw invalid(`listings[${missing}]`, `listings[${missing}] must be the id of a listing of the shop ${shop.slug}.`)
}

/** Lists a shop's sales, newest first. Errors: 404. */
export async function listSales(ctx: Core, actor: Person, slug: string, page: ListSales) {
  const shop = await readShop(ctx, actor, slug)
  const { rows, total } = await queries.pageOfSales(ctx.db, shop.id, page)
  const progress = await progressOf(ctx, rows)
  return { rows: rows.map((row) => presentSale(ctx, row, shop.slug, progress(row))), total }
}

async function progressOf(ctx: Core, rows: readonly SaleRow[]) {
  const ids = rows.map(({ id }) => id)
  const progress = ids.length === 0 ? new Map<string, queries.Progress>() : await queries.progressOf(ctx.db, ids, MAX_NAMED)
  return ({ id }: SaleRow) => progress.get(id)!
}

/** Ends a sale now. A job then restores the prices. Errors: 404, 409 if the sale has already ended. */
export async function endSale(tx: Tx, actor: Person, slug: string, id: string) {
  const shop = await readShop(tx, actor, slug)
  const row = await ifIdOf('sal', id, () => queries.lockSale(tx.db, id))
  if (row?.shop_id !== shop.id) throw notFound('sale')
  const now = tx.now()
  if (row.ended_at || row.ends_at <= now) throw conflict('This sale is over.')
  const change = row.started_at ? { ends_at: now } : { ended_at: now }
  await queries.updateSale(tx.db, id, change)
  if (row.started_at) await enqueueSale(tx, id)
  const after = { ...row, ...change }
  return presentSale(tx, after, shop.slug, (await progressOf(tx, [after]))(after))
}

/** Describes a sale for the owner who must approve it. Throws the same errors as `previewSale`. */
export async function describeSale(ctx: Context, actor: Person, slug: string, input: CreateSale): Promise<string> {
  const shop = await readShop(ctx, actor, slug)
  const sale = await planOf(ctx, actor, shop, input)
  const which = sale.listing_ids === null ? 'all listings' : counted(sale.listing_ids.length, 'listing')
  return `Lower the prices of ${which} of the shop ${quoteName(shop.name)} by ${input.percent} % until ${input.ends_at.toISOString().slice(0, 10)}.`
}
