import { sql } from 'kysely'
import type { Core } from '#platform/context/index.ts'

export type Heartbeats = {
  /** Next transaction number. Every write by any process increments it. */
  next: string
  /** True if a job has been ready for a second but has not started: it was postponed, is due for a retry, or has lost its notification. */
  waits: boolean
}

export async function readHeartbeats(ctx: Core): Promise<Heartbeats> {
  const { rows } = await sql<Heartbeats>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      exists (select from graphile_worker._private_jobs where is_available and run_at < now() - interval '1 second') as waits`.execute(
    ctx.db,
  )
  return rows[0]!
}
