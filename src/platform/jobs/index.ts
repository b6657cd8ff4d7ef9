import { runMigrations } from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx, Core } from '#platform/context/index.ts'
import { openPools, type Connection } from '#platform/db/index.ts'
import type { RecordedEvent } from '#platform/events/recorded-event.ts'
import type { Pulse } from './pulse.ts'
import type { PeriodicJob } from './periodic.ts'

/**
 * Background job. A job may run twice, so `run` must read current data from the database. The queue is in the same database, so a job
 * commits together with the change that enqueues it. Jobs with `callsModel` run in separate slots, because they may wait a long time for a
 * model provider.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each job defines the type of its own payload
export type Job = { name: string; callsModel?: true; run(ctx: Context, payload: any): Promise<void> }

/** Work that runs outside the queue, because its long tasks would delay queued jobs. */
export type Loop = {
  /**
   * Starts the loop. `alone`: true if no other process uses this database. `pulse`: reports database writes, which determine how often the
   * loop polls.
   */
  start(ctx: Context, options: { alone: boolean; pulse: Pulse }): Promise<RunningLoop>
  /** Completes all work that is due by the service's clock. Also works if `start` was not called. */
  runDue(ctx: Context): Promise<void>
}

export type RunningLoop = {
  wake(accountId: string): void
  stop(): Promise<void>
}

/** Jobs, periodic jobs, loops and event handlers that a feature adds to the worker. */
export type WorkerParts = {
  jobs?: readonly Job[]
  periodicJobs?: readonly PeriodicJob[]
  loops?: readonly Loop[]
  /** Called at least once for each event, after the event's transaction has committed. Enqueues follow-up jobs. */
  onEvent?: (tx: Tx, event: RecordedEvent) => Promise<void>
  /** Like `onEvent`, but receives a batch of events in one call. */
  onEvents?: (tx: Tx, events: readonly RecordedEvent[]) => Promise<void>
}

/**
 * Returns a job's priority: jobs with lower values run first. The dispatch of events has the lowest value, because it enqueues the other
 * jobs.
 */
const priorityOf = (name: string): number => (name === 'dispatch_event' ? -1 : 0)

/**
 * Returns an SQL expression that enqueues a job, for use in the statement that writes the record that the job is about. `key` works as in
 * `enqueue`.
 */
export const jobOf = (name: string, payload: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, payload => ${payload}, job_key => ${key}, priority => ${priorityOf(name)}::integer)`

/** Deletes jobs by their keys, unless they have started. */
export async function dropJobs(ctx: Core, keys: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key = any(${keys}) and locked_at is null`.execute(ctx.db)
}

/** Enqueues a job, or replaces a job with the same `key` that has not started. */
export async function enqueue(ctx: Core, name: string, payload: unknown, key: string | null = null): Promise<void> {
  await sql`select ${jobOf(name, sql`${JSON.stringify(payload)}::json`, sql`${key}::text`)}`.execute(ctx.db)
}

/** Creates or updates the queue's tables, using temporary connections. */
export async function prepareQueue(connection: Connection): Promise<void> {
  const pools = openPools(connection)
  try {
    await runMigrations({ pgPool: pools.jobs })
  } finally {
    await pools.end()
  }
}

/**
 * Enqueues a job, unless a waiting or running job has this key. `delayMs`: time until the job starts, by the database's clock. `line`: name
 * of a serial queue, which runs one job at a time, so that slow jobs occupy few slots.
 */
export async function enqueueOnce(
  ctx: Core,
  name: string,
  payload: unknown,
  key: string,
  { delayMs = null, line = null }: { delayMs?: number | null; line?: string | null } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', priority => ${priorityOf(name)}::integer, queue_name => ${line}::text,
      run_at => now() + ${delayMs}::double precision * interval '1 millisecond')`.execute(ctx.db)
}

const DEAD_AFTER = '5 minutes'

/**
 * Unlocks the jobs of dead processes, because the queue itself would wait four hours. A slow job may therefore run twice, which every job
 * must tolerate. `alone`: no other process runs these jobs, so every locked job is unlocked. `names`: unlocks only jobs with these names.
 */
export async function freeDeadJobs(
  ctx: Core,
  { alone = false, names = null }: { alone?: boolean; names?: string[] | null } = {},
): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - ${alone ? '0 seconds' : DEAD_AFTER}::interval
      and (${names}::text[] is null or task_id in (select id from graphile_worker._private_tasks where identifier = any(${names})))`.execute(
    ctx.db,
  )
}

/** Counts jobs that are ready to run. */
export async function countOpenJobs(ctx: Core): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(ctx.db)
  return rows[0]!.open
}

/** Counts jobs that have used up all their attempts. */
export async function countFailedJobs(ctx: Core): Promise<number> {
  const { rows } = await sql<{
    failed: number
  }>`select count(*) as failed from graphile_worker.jobs where attempts >= max_attempts`.execute(ctx.db)
  return rows[0]!.failed
}
