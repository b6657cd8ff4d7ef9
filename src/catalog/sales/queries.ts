import { sql, type Selectable } from 'kysely'
import type { SaleFacts } from './rules.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

export type SaleRow = Selectable<Tables['sales']>
export type SaleItem = Omit<Selectable<Tables['sale_listings']>, 'state'> & { state: ItemState }
export type ItemState = 'waiting' | 'reduced' | 'skipped' | 'restored' | 'left'

const sales = (db: Db) => db.selectFrom('sales').selectAll()

export const insertSale = (db: Tx, row: Omit<SaleRow, 'started_at' | 'ended_at'>): Promise<SaleRow> =>
  db.insertInto('sales').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns true if an unfinished sale in the shop overlaps with the given period. The caller must lock the shop. */
export const overlaps = async (db: Tx, shopId: string, { starts_at, ends_at }: Pick<SaleRow, 'starts_at' | 'ends_at'>): Promise<boolean> =>
  (await db
    .selectFrom('sales')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('ended_at', 'is', null)
    .where('starts_at', '<', ends_at)
    .where('ends_at', '>', starts_at)
    .executeTakeFirst()) !== undefined

export const lockSale = (db: Tx, id: string): Promise<SaleRow | undefined> => sales(db).where('id', '=', id).forUpdate().executeTakeFirst()

export async function pageOfSales(db: Db, shopId: string, { limit, offset }: { limit: number; offset: number }) {
  const of = sales(db).where('shop_id', '=', shopId)
  const [rows, { total }] = await Promise.all([
    of.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    db
      .selectFrom('sales')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export async function updateSale(db: Tx, id: string, change: Partial<Pick<SaleRow, 'started_at' | 'ended_at' | 'ends_at'>>): Promise<void> {
  await db.updateTable('sales').set(change).where('id', '=', id).execute()
}

/** Returns the sales that are due to start or end, or that still have unprocessed listings. */
export const dueSales = async (db: Db, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sales f where ended_at is null and (
      (started_at is null and starts_at <= ${now}) or ends_at <= ${now}
      or exists (select from sale_listings i where i.sale_id = f.id and i.state = 'waiting'))
    order by starts_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const chosen = ({ shop_id, listing_ids }: Pick<SaleRow, 'shop_id' | 'listing_ids'>) =>
  listing_ids === null
    ? sql`l.shop_id = ${shop_id} and l.status = 'live' and l.visibility <> 'hidden'`
    : sql`l.shop_id = ${shop_id} and l.id = any(${listing_ids}::text[])`

/** Adds listings to a sale, in the state `waiting`. */
export async function insertItems(db: Tx, sale: SaleRow): Promise<void> {
  await sql`insert into sale_listings (sale_id, listing_id) select ${sale.id}, l.id from listings l where ${chosen(sale)}`.execute(db)
}

export type PlannedRow = SaleFacts & { id: string; title: string | null; prompt: string | null }

const FACTS = sql`l.id, l.title, l.prompt, l.status, l.hidden_at is not null as hidden, l.price_cents as "priceCents",
  l.lowest_price_cents as "lowestPriceCents", s.lowest_percent as "lowestPercent"`

/** Returns the listings in a sale with the facts that determine their sale prices, newest first. */
export async function plannedRows(db: Db, sale: Pick<SaleRow, 'shop_id' | 'listing_ids'>, limit: number): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select ${FACTS} from listings l join shops s on s.id = l.shop_id where ${chosen(sale)} order by l.id desc limit ${limit}`.execute(db)
  return rows
}

export const factsOf = async (db: Tx, listingId: string): Promise<SaleFacts> =>
  (await sql<PlannedRow>`select ${FACTS} from listings l join shops s on s.id = l.shop_id where l.id = ${listingId}`.execute(db)).rows[0]!

/** Returns the next listing in the sale that is in this state. */
export const nextItem = (db: Tx, saleId: string, state: ItemState): Promise<SaleItem | undefined> =>
  db
    .selectFrom('sale_listings')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('state', '=', state)
    .orderBy('listing_id')
    .limit(1)
    .$castTo<SaleItem>()
    .executeTakeFirst()

type ItemChange = Partial<Omit<SaleItem, 'sale_id' | 'listing_id'>>

export async function updateItem(
  db: Tx,
  { sale_id, listing_id }: Pick<SaleItem, 'sale_id' | 'listing_id'>,
  change: ItemChange,
): Promise<void> {
  await db.updateTable('sale_listings').set(change).where('sale_id', '=', sale_id).where('listing_id', '=', listing_id).execute()
}

/** Marks as skipped those listings that had not yet been reduced when the sale ended. */
export async function skipWaiting(db: Tx, saleId: string, message: string): Promise<void> {
  await db
    .updateTable('sale_listings')
    .set({ state: 'skipped', message })
    .where('sale_id', '=', saleId)
    .where('state', '=', 'waiting')
    .execute()
}

export type Progress = { counts: Readonly<Partial<Record<ItemState, number>>>; skipped: { id: string; message: string }[] }
export const NO_PROGRESS: Progress = { counts: {}, skipped: [] }

/** Reads the listings that sales skipped, and the number of listings in each state, with one query. */
export async function progressOf(db: Db, ids: readonly string[], mostSkipped: number): Promise<Map<string, Progress>> {
  const { rows } = await sql<Progress & { id: string }>`
    select f.id, coalesce(c.counts, '{}') as counts, coalesce(k.skipped, '[]') as skipped
    from unnest(${[...ids]}::text[]) as f (id)
    left join lateral (
      select json_object_agg(state, n) as counts from (
        select state, count(*) as n from sale_listings where sale_id = f.id group by state) by_state) c on true
    left join lateral (
      select json_agg(json_build_object('id', listing_id, 'message', message) order by listing_id) as skipped from (
        select listing_id, message from sale_listings where sale_id = f.id and state = 'skipped' order by listing_id limit ${mostSkipped}) s) k on true
  `.execute(db)
  return new Map(rows.map(({ id, counts, skipped }) => [id, { counts, skipped }]))
}
