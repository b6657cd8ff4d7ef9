import { sql } from 'kysely'
import type { Look } from '#platform/changes.ts'
import type { Db } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

/** Something that the market shows has changed (db/migrations/0200). `shopId`: of a listing, else empty. */
export type MarketChange = { tx: number; kind: 'listing' | 'shop' | 'owner' | 'followers' | 'reviews'; id: string; shopId: string }

/** More changes than this in one look are not told apart. */
export const MANY_CHANGES = 2_000

type Row = { horizon: number; at: number; tx: number | null; kind: MarketChange['kind']; id: string; shop_id: string }

// Notes that a dump brought from another cluster may name transactions that are still to come here: they are nobody's news.
const changesSince = statement<Statement<[horizon: number | null, limit: number], Row>>(`
  select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as horizon, extract(epoch from clock_timestamp())::float8 as at,
         c.tx::text::float8 as tx, c.kind, c.id, c.shop_id
  from (select 1) as one left join (select * from shown_changes where tx >= $1::text::xid8 and tx < pg_snapshot_xmax(pg_current_snapshot()) limit $2) c on true`)

/** The changes of all transactions from `horizon` on that are committed by now, or one more than many; null: none, only where they stand. */
export async function readShownChanges(db: Db, horizon: number | null): Promise<Look<MarketChange>> {
  const rows = await changesSince(db, horizon, MANY_CHANGES + 1)
  const changes = rows.flatMap(({ tx, kind, id, shop_id }) => (tx === null ? [] : [{ tx, kind, id, shopId: shop_id }]))
  return { horizon: rows[0]!.horizon, atSeconds: rows[0]!.at, changes }
}

/** Forgets changes older than `seconds`, the oldest first and not too many at once. */
export async function forgetShownChanges(db: Db, seconds: number, limit: number): Promise<void> {
  await sql`
    delete from shown_changes
    where (tx, kind, id, shop_id) in (select tx, kind, id, shop_id from shown_changes order by tx limit ${limit})
      and at < clock_timestamp() - make_interval(secs => ${seconds})`.execute(db)
}
