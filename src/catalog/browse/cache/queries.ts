import { sql } from 'kysely'
import type { Poll } from '#platform/events/changes.ts'
import type { Connection, Db } from '#platform/db/index.ts'
import { isNewIn, POLL_COLUMNS } from '#platform/db/poll.ts'
import { createPreparedPoller, type PlainRow, type PreparedPoller } from '#platform/db/prepared-poller.ts'
import type { BatchResult } from '#platform/jobs/periodic.ts'

/** A change to market data (table `shown_changes`). `shopId` is set only for a change to a listing. */
export type MarketChange = { tx: number; kind: 'listing' | 'shop' | 'owner' | 'followers' | 'reviews'; id: string; shopId: string }

export const MANY_CHANGES = 2_000

/** Opens the poller for changes on its own connection. */
export const openShownChanges = (connection: Connection, patience: number): PreparedPoller =>
  createPreparedPoller(connection, 'changes', CHANGES_SINCE, patience)

// Sorts by `tx`, as the index does, so that Postgres reads only the end of the index.
const CHANGES_SINCE = `
  select ${POLL_COLUMNS}, c.tx, c.kind, c.id, c.shop_id
  from (select 1) as one left join (
    select * from shown_changes where ${isNewIn('shown_changes')} order by tx limit ${MANY_CHANGES + 1}) c on true`

/**
 * Returns the changes of all transactions since `horizon`, at most `MANY_CHANGES + 1`. If `horizon` is null, returns only the changes in
 * the last transaction.
 */
export async function readShownChanges(changes: PreparedPoller, horizon: number | null): Promise<Poll<MarketChange>> {
  const rows = await changes.poll(horizon === null ? null : String(horizon))
  const [settled, at, timeline, tx] = rows[0]!
  return { settled: Number(settled), atSeconds: Number(at), timeline: timeline!, changes: tx === null ? [] : rows.map(changeOf) }
}

const changeOf = ([, , , tx, kind, id, shopId]: PlainRow): MarketChange => ({
  tx: Number(tx),
  kind: kind as MarketChange['kind'],
  id: id!,
  shopId: shopId!,
})

/** Deletes at most `limit` changes that are older than `seconds`, oldest first. */
export async function forgetShownChanges(db: Db, seconds: number, limit: number): Promise<BatchResult> {
  const { numAffectedRows } = await sql`
    delete from shown_changes
    where (tx, kind, id, shop_id) in (select tx, kind, id, shop_id from shown_changes order by tx limit ${limit})
      and at < clock_timestamp() - make_interval(secs => ${seconds})`.execute(db)
  return Number(numAffectedRows) < limit ? 'done' : 'more'
}
