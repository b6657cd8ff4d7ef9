import { sql } from 'kysely'
import type { Described } from '#catalog/browse/rules/embedded-text.ts'
import { facetsOfLines } from '#catalog/browse/rules/facets/index.ts'
import type { MarketDocument } from '#search/market-index.ts'
import type { Poll } from '#platform/events/changes.ts'
import type { Db } from '#platform/db/index.ts'
import { isNewIn, POLL_COLUMNS } from '#platform/db/poll.ts'
import type { BatchResult } from '#platform/jobs/periodic.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

export type Change = { tx: number; listingId: string }

const changesSince = statement<
  Statement<[horizon: number | null], { settled: number; at: number; timeline: string; tx: number | null; listing_id: string | null }>
>(`
  select ${POLL_COLUMNS}, c.tx::text::float8 as tx, c.listing_id
  from (select 1) as one left join market_changes c on ${isNewIn('market_changes')}`)

/** Returns the changes from all transactions since `horizon`. If `horizon` is null, returns only the changes in the last transaction. */
export async function readChanges(db: Db, horizon: number | null): Promise<Poll<Change>> {
  const rows = await changesSince(db, horizon)
  const changes = rows.flatMap(({ tx, listing_id }) => (tx === null || listing_id === null ? [] : [{ tx, listingId: listing_id }]))
  const { settled, at, timeline } = rows[0]!
  return { settled, atSeconds: at, timeline, changes }
}

const microseconds = statement<Statement<[], { at: number }>>('select floor(extract(epoch from clock_timestamp()) * 1000000)::float8 as at')

/** Returns the time in microseconds according to the database clock, which all processes share. */
export const clockOf = async (db: Db): Promise<number> => (await microseconds(db))[0]!.at

/**
 * Inserts a unique mark into the table of changes. The mark later proves that the database is the same. Returns the id of the inserting
 * transaction.
 */
export async function leaveMark(db: Db, mark: string): Promise<number> {
  const { rows } = await sql<{
    tx: number
  }>`insert into market_changes (listing_id) values (${mark}) returning tx::text::float8 as tx`.execute(db)
  return rows[0]!.tx
}

/** A mark in the table of changes, and the cursor, at that time, of the process that wrote the mark. */
export type Marked = { mark: string; tx: number; horizon: number; atSeconds: number }

/**
 * Checks that the mark was written in this database. In a restored dump, the mark belongs to a different transaction; a database that was
 * restored to an earlier time lacks the mark. Also returns the number of changes since the mark, up to `most`, and the seconds since then.
 */
export async function readMark(
  db: Db,
  { mark, tx, horizon, atSeconds }: Marked,
  most: number,
): Promise<{ known: boolean; changes: number; secondsSince: number }> {
  const { rows } = await sql<{ known: boolean; changes: number; seconds_since: number }>`
    select exists (select 1 from market_changes where tx = ${String(tx)}::xid8 and listing_id = ${mark} and xmin = tx::xid) as known,
           (select count(*)::int from (select 1 from market_changes where tx >= ${String(horizon)}::xid8 limit ${most}) c) as changes,
           extract(epoch from clock_timestamp())::float8 - ${atSeconds}::float8 as seconds_since`.execute(db)
  const { known, changes, seconds_since } = rows[0]!
  return { known, changes, secondsSince: seconds_since }
}

type Row = Described & {
  id: string
  shop_id: string
  title: string
  price_cents: number
  take_offers: boolean
  published_ms: number
  reserved: boolean
  text_hash?: Buffer | null
  vector?: Buffer | null
}

const SEARCHED = sql`id, shop_id, title, one_liner, category, description, fields, price_cents, take_offers,
  (extract(epoch from published_at) * 1000)::float8 as published_ms, reserved_until is not null as reserved`

/** A listing with its vector. `hash` is a hash of the text from which `vector` was computed. */
export type Stored = { document: MarketDocument; made: { vector: Int8Array; hash: Buffer; of: Described } | null }

const searched = (model: string | null) =>
  model === null
    ? sql`select ${SEARCHED} from listings`
    : sql`select ${SEARCHED}, v.text_hash, v.vector from listings left join listing_vectors v on v.listing_id = id and v.model = ${model}`

/** Returns a page of the market's listings, ordered by id. */
export async function marketPage(db: Db, model: string | null, afterId: string, limit: number): Promise<Stored[]> {
  const { rows } = await sql<Row>`${searched(model)} where in_market and id > ${afterId} order by id limit ${limit}`.execute(db)
  return rows.map(storedOf)
}

/** Returns the listings in `ids` that are in the market. */
export async function marketDocuments(db: Db, model: string | null, ids: readonly string[]): Promise<Stored[]> {
  const { rows } = await sql<Row>`${searched(model)} where in_market and id = any(${ids}::text[])`.execute(db)
  return rows.map(storedOf)
}

const storedOf = (row: Row): Stored => ({
  document: {
    id: row.id,
    shopId: row.shop_id,
    title: row.title,
    oneLiner: row.one_liner,
    category: row.category,
    description: row.description,
    values: row.fields.filter((line) => line.key !== 'item' || line.source !== 'agent').map(({ value }) => value),
    priceCents: row.price_cents,
    takeOffers: row.take_offers,
    publishedAtMs: row.published_ms,
    reserved: row.reserved,
    facets: facetsOfLines(row.fields),
  },
  made: row.vector ? { vector: new Int8Array(row.vector), hash: row.text_hash!, of: row } : null,
})

/** Deletes at most `limit` changes that are older than `seconds`, oldest first. */
export async function forgetChanges(db: Db, seconds: number, limit: number): Promise<BatchResult> {
  const { numAffectedRows } = await sql`
    delete from market_changes
    where (tx, listing_id) in (select tx, listing_id from market_changes order by tx limit ${limit})
      and at < clock_timestamp() - make_interval(secs => ${seconds})`.execute(db)
  return Number(numAffectedRows) < limit ? 'done' : 'more'
}
