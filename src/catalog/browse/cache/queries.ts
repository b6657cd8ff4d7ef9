import { sql } from 'kysely'
import type { Look } from '#platform/events/changes.ts'
import type { Connection, Db } from '#platform/db/index.ts'
import { isNewIn, LOOK } from '#platform/db/poll.ts'
import { repeated, type PlainRow, type Repeated } from '#platform/db/prepared-poller.ts'

/** Something that the market shows has changed (`shown_changes` in db/migrations). `shopId`: of a listing, else empty. */
export type MarketChange = { tx: number; kind: 'listing' | 'shop' | 'owner' | 'followers' | 'reviews'; id: string; shopId: string }

/** More changes than this in one look are not told apart. */
export const MANY_CHANGES = 2_000

/** Asks what changed, on a connection of its own. */
export const openShownChanges = (connection: Connection, patience = 1): Repeated => repeated(connection, 'changes', CHANGES_SINCE, patience)

// In the order of the index, so that only its end is read.
const CHANGES_SINCE = `
  select ${LOOK}, c.tx, c.kind, c.id, c.shop_id
  from (select 1) as one left join (
    select * from shown_changes where ${isNewIn('shown_changes')} order by tx limit ${MANY_CHANGES + 1}) c on true`

/** The changes of all transactions from `horizon` on that are committed by now, or one more than many; null: those of the last one. */
export async function readShownChanges(changes: Repeated, horizon: number | null): Promise<Look<MarketChange>> {
  const rows = await changes.ask(horizon === null ? null : String(horizon))
  const [settled, at, timeline, tx] = rows[0]!
  return { settled: Number(settled), atSeconds: Number(at), timeline: timeline!, changes: tx === null ? [] : rows.map(changeOf) }
}

const changeOf = ([, , , tx, kind, id, shopId]: PlainRow): MarketChange => ({
  tx: Number(tx),
  kind: kind as MarketChange['kind'],
  id: id!,
  shopId: shopId!,
})

/** Forgets changes older than `seconds`, the oldest first and not too many at once. */
export async function forgetShownChanges(db: Db, seconds: number, limit: number): Promise<void> {
  await sql`
    delete from shown_changes
    where (tx, kind, id, shop_id) in (select tx, kind, id, shop_id from shown_changes order by tx limit ${limit})
      and at < clock_timestamp() - make_interval(secs => ${seconds})`.execute(db)
}
