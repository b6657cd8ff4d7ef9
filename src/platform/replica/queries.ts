import type { Pool } from 'pg'
import type { Poll } from '#platform/events/changes.ts'
import { isNewIn, POLL_COLUMNS } from '#platform/db/poll.ts'
import { endOfRecord, type Position } from './positions.ts'

/** Returns the WAL position of the primary. */
export async function primaryPosition(pool: Pool): Promise<Position> {
  const { rows } = await pool.query<{ at: number }>(`select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`)
  return endOfRecord(rows[0]!.at)
}

/**
 * Returns the replica's last replayed WAL position. Returns null if the server is not, or is no longer, a replica, or has replayed nothing.
 */
export async function replicaPosition(pool: Pool): Promise<Position | null> {
  const { rows } = await pool.query<{ at: number | null }>(
    `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as at`,
  )
  return rows[0]!.at
}

/** Change that is visible in the marketplace (table `shown_changes`), with its transaction id. */
export type VisibleChange = { tx: number; what: string }

/** Maximum number of changes that one poll reports. */
export const MANY_SHOWN = 500

/**
 * Reads the visible changes since `horizon`, or the changes from the last transaction if `horizon` is null. Also reads the primary's WAL
 * position.
 */
export async function readShown(pool: Pool, horizon: number | null): Promise<Poll<VisibleChange> & { position: Position }> {
  const { rows } = await pool.query<{
    settled: number
    at: number
    timeline: string
    position: number
    tx: number | null
    what: string
  }>(
    `select ${POLL_COLUMNS}, (pg_current_wal_insert_lsn() - '0/0')::float8 as position, c.tx::text::float8 as tx, c.kind || ' ' || c.id || ' ' || c.shop_id as what
     from (select 1) as one left join (select * from shown_changes where ${isNewIn('shown_changes')} order by tx limit ${MANY_SHOWN + 1}) c on true`,
    [horizon],
  )
  const { settled, at, timeline, position } = rows[0]!
  const changes = rows.flatMap(({ tx, what }) => (tx === null ? [] : [{ tx, what }]))
  return { settled, atSeconds: at, timeline, changes, position: endOfRecord(position) }
}
