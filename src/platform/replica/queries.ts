import type { Pool } from 'pg'
import { endOfRecord, type Position } from './positions.ts'

/** How far the primary has come. */
export async function primaryPosition(pool: Pool): Promise<Position> {
  const { rows } = await pool.query<{ at: number }>(`select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`)
  return endOfRecord(rows[0]!.at)
}

/** How far the replica has replayed; null where the server is no replica (any more), or has replayed nothing. */
export async function replicaPosition(pool: Pool): Promise<Position | null> {
  const { rows } = await pool.query<{ at: number | null }>(
    `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as at`,
  )
  return rows[0]!.at
}

/** Something that the market shows was changed by this transaction (db/migrations/0200). */
export type VisibleChange = { tx: number; what: string }

/** More changes than this in one look are not told apart. */
export const MANY_SHOWN = 500

/** The shown changes of all transactions from `horizon` on, and the primary's position after them; null: only the position. Leaves out transaction ids of the future, which a dump may bring. */
export async function readShown(
  pool: Pool,
  horizon: number | null,
): Promise<{ horizon: number; atSeconds: number; changes: VisibleChange[]; position: Position }> {
  const { rows } = await pool.query<{ horizon: number; at: number; position: number; tx: number | null; what: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as horizon, extract(epoch from clock_timestamp())::float8 as at,
            (pg_current_wal_insert_lsn() - '0/0')::float8 as position, c.tx::text::float8 as tx, c.kind || ' ' || c.id || ' ' || c.shop_id as what
     from (select 1) as one left join (select * from shown_changes where tx >= $1::text::xid8 and tx < pg_snapshot_xmax(pg_current_snapshot()) limit ${MANY_SHOWN + 1}) c on true`,
    [horizon],
  )
  const [first] = rows
  const changes = rows.flatMap(({ tx, what }) => (tx === null ? [] : [{ tx, what }]))
  return { horizon: first!.horizon, atSeconds: first!.at, changes, position: endOfRecord(first!.position) }
}
