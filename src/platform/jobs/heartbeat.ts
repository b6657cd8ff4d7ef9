import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'

/** Whether anything was written since the last look, and whether a job waits. */
export type Heartbeats = {
  /** The number of the next transaction that writes: it differs where anybody wrote since, whichever process it was. */
  next: string
  /** Whether a job could have run for a second: it was put off until now, or is to be tried again, or nobody heard of it. */
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
