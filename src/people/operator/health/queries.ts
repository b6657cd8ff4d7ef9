import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

export type Backlog = {
  mails_waiting: number
  mails_failed: number
  deliveries_waiting: number
  deliveries_failed: number
  webhooks_off: number
  money_due: number
  money_late: number
  jobs_failed: number
}

/** What waits for machines. `since`: what counts as lately. `lateBefore`: money due before that is late. */
export async function readBacklog(db: Db, { since, lateBefore }: { since: Date; lateBefore: Date }): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select count(*) from mails where status = 'waiting') as mails_waiting,
      (select count(*) from mails where status = 'failed' and created_at >= ${since}) as mails_failed,
      (select count(*) from webhook_deliveries where status = 'waiting') as deliveries_waiting,
      (select count(*) from webhook_deliveries where status = 'failed' and created_at >= ${since}) as deliveries_failed,
      (select count(*) from webhooks where not enabled and switched_off_at is not null) as webhooks_off,
      (select count(*) from money_moves where status = 'due') as money_due,
      (select count(*) from money_moves where status = 'due' and created_at < ${lateBefore}) as money_late,
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts) as jobs_failed`.execute(db)
  return rows[0]!
}

/** What may stand still in a queue, and what the database takes of the disk. */
export async function readDatabase(db: Db): Promise<{ version: string; bytes: number; oldest_job_at: Date | null }> {
  const { rows } = await sql<{ version: string; bytes: number; oldest_job_at: Date | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select min(run_at) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts and locked_at is null) as oldest_job_at`.execute(
    db,
  )
  return rows[0]!
}
