import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'

/** Reports writes since the last poll, and waiting jobs. */
export type Heartbeats = {
  /** Number of the next writing transaction. It differs from the last poll when any process wrote. */
  next: string
  /** True when a job has been ready for over a second: it was postponed, is due for a retry, or its notification was lost. */
  waits: boolean
}

export async function readHeartbeats(ctx: Context): Promise<Heartbeats> {
  const { rows } = await sql<Heartbeats>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      exists (select from graphile_worker._private_jobs where is_available and run_at < now() - interval '1 second') as waits`.execute(
    ctx.db,
  )
  return rows[0]!
}
