import * as queries from './queries.ts'
import type { SaleItem, SaleRow } from './queries.ts'
import { salePrice } from './rules.ts'
import { changeListing } from '#catalog/listings/change.ts'
import { lockListing } from '#catalog/listings/access.ts'
import { restorePrice } from '#catalog/listings/restore.ts'
import { inTransaction, type Context, type Core, type Tx } from '#platform/context/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'

/** Listings per job. The limit prevents a large sale from occupying a worker slot for long, and from delaying a shutdown. */
const PER_JOB = 50
const SALES_AT_ONCE = 100

export type SaleJob = { id: string; part: number }

/** Enqueues the job of a sale, or the part of the job that follows the first one. */
export const enqueueSale = (ctx: Core, id: string, part = 0): Promise<void> =>
  enqueueOnce(ctx, 'sale', { id, part } satisfies SaleJob, `sale ${id} ${part}`)

/** Enqueues a job for each sale that is due to start or end, or that still has unprocessed listings. */
export async function enqueueDueSales(ctx: Core): Promise<void> {
  for (const id of await queries.dueSales(ctx.db, ctx.now(), SALES_AT_ONCE)) await enqueueSale(ctx, id)
}

/**
 * Starts or ends a sale, with one transaction per listing. Each transaction locks the sale, so that a job that is repeated or interrupted
 * neither repeats nor skips a listing.
 */
export async function runSale(ctx: Context, { id, part }: SaleJob): Promise<void> {
  for (let count = 0; count < PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return
  await enqueueSale(ctx, id, part + 1)
}

async function runNext(tx: Tx, id: string): Promise<boolean> {
  const sale = await queries.lockSale(tx.db, id)
  const now = tx.now()
  if (!sale || sale.ended_at || sale.starts_at > now) return false
  if (sale.ends_at <= now) return endNext(tx, sale)
  if (!sale.started_at) {
    await queries.updateSale(tx.db, id, { started_at: now })
    await queries.insertItems(tx.db, sale)
    return true
  }
  const item = await queries.nextItem(tx.db, id, 'waiting')
  if (item) await reduce(tx, sale, item)
  return item !== undefined
}

async function reduce(tx: Tx, sale: SaleRow, item: SaleItem): Promise<void> {
  const owner = { accountId: sale.account_id }
  const row = await lockListing(tx, owner, item.listing_id)
  const price = salePrice(await queries.factsOf(tx.db, row.id), sale.percent)
  if (!price.ok) return queries.updateItem(tx.db, item, { state: 'skipped', message: price.message })
  // the minimum price is a fixed amount during the sale, because a percentage would fall along with the price
  await changeListing(tx, owner, row.id, { price: price.cents, lowest_price: price.floorCents }, 'schedule')
  await queries.updateItem(tx.db, item, {
    state: 'reduced',
    price_cents: row.price_cents,
    price_basis: row.price_basis,
    lowest_price_cents: row.lowest_price_cents,
    sale_cents: price.cents,
    sale_lowest_cents: price.floorCents,
  })
}

async function endNext(tx: Tx, sale: SaleRow): Promise<boolean> {
  const item = await queries.nextItem(tx.db, sale.id, 'reduced')
  if (item) {
    await queries.updateItem(tx.db, item, { state: (await restore(tx, sale, item)) ? 'restored' : 'left' })
    return true
  }
  await queries.skipWaiting(tx.db, sale.id, 'The sale ended before this listing was reduced.')
  await queries.updateSale(tx.db, sale.id, { ended_at: tx.now() })
  return false
}

/** Restores the price of a listing. Returns false if the listing was sold, or if the seller has changed its price. */
async function restore(tx: Tx, sale: SaleRow, item: SaleItem): Promise<boolean> {
  const owner = { accountId: sale.account_id }
  const row = await lockListing(tx, owner, item.listing_id)
  if (row.status === 'sold' || row.price_cents !== item.sale_cents) return false
  const isOwnFloor = row.lowest_price_cents !== item.sale_lowest_cents
  await restorePrice(tx, row, {
    price_cents: item.price_cents,
    price_basis: item.price_basis as typeof row.price_basis,
    lowest_price_cents: isOwnFloor ? row.lowest_price_cents : item.lowest_price_cents,
  })
  return true
}
