import { sql, type Selectable } from 'kysely'
import type { DropFacts, Schedule } from '#catalog/listings/rules/price-drop.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

export type PriceDropRow = Selectable<Tables['price_drops']>

export async function putDrop(db: Tx, row: PriceDropRow): Promise<void> {
  const { listing_id: _, ...values } = row
  await db
    .insertInto('price_drops')
    .values(row)
    .onConflict((on) => on.column('listing_id').doUpdateSet(values))
    .execute()
}

export const postponeDrop = async (db: Tx, listingId: string, nextAt: Date): Promise<void> => {
  await db.updateTable('price_drops').set({ next_at: nextAt }).where('listing_id', '=', listingId).execute()
}

/** Returns the shop's `lowest_percent`, which determines the minimum price of each listing that has none of its own. */
export const lowestPercentOf = async (db: Db, shopId: string): Promise<number> =>
  (await db.selectFrom('shops').select('lowest_percent').where('id', '=', shopId).executeTakeFirstOrThrow()).lowest_percent

/** Returns the listings whose next price drop is due, longest overdue first. */
export const dueListings = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (await db.selectFrom('price_drops').select('listing_id').where('next_at', '<=', now).orderBy('next_at').limit(limit).execute()).map(
    ({ listing_id }) => listing_id,
  )

export type DueDrop = { ownerId: string; schedule: Schedule; facts: DropFacts }

/** Locks a listing and returns its schedule, provided that the next price drop is still due. */
export async function lockDue(db: Tx, listingId: string, now: Date): Promise<DueDrop | undefined> {
  await sql`select from listings where id = ${listingId} for update`.execute(db)
  const { rows } = await sql<Schedule & DropFacts & { ownerId: string }>`
    select l.owner_id as "ownerId", d.percent, d.amount_cents as "amountCents", d.base_cents as "baseCents", d.every_days as "everyDays",
      l.price_cents as "priceCents", l.lowest_price_cents as "lowestPriceCents", s.lowest_percent as "lowestPercent", l.status,
      l.hidden_at is not null as hidden, l.reserved_until is not null as reserved, s.paused or s.visibility = 'private' as "shopClosed",
      s.away_until as "awayUntil", l.published_at as "publishedAt", l.sold_at as "soldAt", exists (
        select from sale_listings i where i.listing_id = l.id and i.state = 'reduced') as "inSale"
    from price_drops d join listings l on l.id = d.listing_id join shops s on s.id = l.shop_id
    where d.listing_id = ${listingId} and d.next_at <= ${now} for update of d`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { ownerId, percent, amountCents, baseCents, everyDays, ...facts } = row
  return { ownerId, schedule: { percent, amountCents, baseCents, everyDays }, facts }
}
