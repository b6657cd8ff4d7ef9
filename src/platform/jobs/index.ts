import { runMigrations } from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#platform/context/index.ts'
import { openPools, type Connection } from '#platform/db/index.ts'
import type { RecordedEvent } from '#platform/events/recorded-event.ts'
import type { Pulse } from './pulse.ts'
import type { PeriodicJob } from './periodic.ts'

/**
 * A job is one call. It may run twice, so it re-reads what it needs. The queue is in the same database: a job commits with
 * the change that enqueued it. `asksModel` jobs may wait for a helper's provider, so they have separate slots and do not
 * delay others.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each job reads its own payload, which it wrote itself
export type Job = { name: string; asksModel?: true; run(ctx: Context, payload: any): Promise<void> }

/** Work outside the queue, where one long task must not delay others. */
export type Loop = {
  /** `alone` is true when no other process works on this database. `pulse` reports writes, so that a poller can slow down. */
  start(ctx: Context, options: { alone: boolean; pulse: Pulse }): Promise<RunningLoop>
  /** Does all work that is due by the service's clock and waits for it, even when no loop runs. */
  runDue(ctx: Context): Promise<void>
}

export type RunningLoop = {
  /** Called right after an event of this account was dispatched. */
  wake(accountId: string): void
  stop(): Promise<void>
}

/** Parts that a feature registers with the worker. */
export type WorkerParts = {
  jobs?: readonly Job[]
  sweeps?: readonly PeriodicJob[]
  loops?: readonly Loop[]
  /** Called at least once per event, outside its transaction. Enqueues the follow-up jobs. */
  onEvent?: (tx: Tx, event: RecordedEvent) => Promise<void>
  /** Batch form of `onEvent`, for follow-ups that fit in one statement. */
  onEvents?: (tx: Tx, events: readonly RecordedEvent[]) => Promise<void>
}

/** Lower runs first. Dispatch comes first, because all other work follows from events. */
const priorityOf = (name: string): number => (name === 'dispatch_event' ? -1 : 0)

/** Expression that enqueues a job, for a statement that writes the job's subject. `key` as for `enqueue`. */
export const jobOf = (name: string, payload: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, payload => ${payload}, job_key => ${key}, priority => ${priorityOf(name)}::integer)`

/** Deletes unstarted jobs by their keys. */
export async function dropJobs(ctx: Context, keys: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key = any(${keys}) and locked_at is null`.execute(ctx.db)
}

/** Enqueues a job. A `key` replaces the unstarted job with that key. */
export async function enqueue(ctx: Context, name: string, payload: unknown, key: string | null = null): Promise<void> {
  await sql`select ${jobOf(name, sql`${JSON.stringify(payload)}::json`, sql`${key}::text`)}`.execute(ctx.db)
}

/** Migrates the queue's own tables, on temporary connections. */
export async function prepareQueue(connection: Connection): Promise<void> {
  const pools = openPools(connection)
  try {
    await runMigrations({ pgPool: pools.jobs })
  } finally {
    await pools.end()
  }
}

/** Enqueues a job unless one with that key exists, running or not. */
export async function enqueueOnce(ctx: Context, name: string, payload: unknown, key: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', priority => ${priorityOf(name)}::integer)`.execute(ctx.db)
}

/** Like `enqueueOnce`, with a start no sooner than `delayMs` from now by the database's clock. */
export async function enqueueOnceLater(ctx: Context, delayMs: number, name: string, payload: unknown, key: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', run_at => now() + ${delayMs}::double precision * interval '1 millisecond')`.execute(ctx.db)
}

/** Like `enqueueOnce`, in a serial queue named `line`: one of its jobs runs at a time, so slow work takes few slots. */
export async function enqueueOnceInLine(ctx: Context, name: string, payload: unknown, key: string, line: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', queue_name => ${line}::text)`.execute(ctx.db)
}

const DEAD_AFTER = '5 minutes'

/**
 * Unlocks jobs whose process died; the queue itself would wait four hours. A slow live job may then run twice, which is
 * allowed. `alone`: no other process runs these jobs, so every locked one is dead. `names`: only these jobs.
 */
export async function freeDeadJobs(
  ctx: Context,
  { alone = false, names = null }: { alone?: boolean; names?: string[] | null } = {},
): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - ${alone ? '0 seconds' : DEAD_AFTER}::interval
      and (${names}::text[] is null or task_id in (select id from graphile_worker._private_tasks where identifier = any(${names})))`.execute(
    ctx.db,
  )
}

/** Counts the jobs that could run now. */
export async function countOpenJobs(ctx: Context): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(ctx.db)
  return rows[0]?.open ?? 0
}

/** Counts the jobs that used up their attempts. */
export async function countFailedJobs(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    failed: number
  }>`select count(*) as failed from graphile_worker.jobs where attempts >= max_attempts`.execute(ctx.db)
  return rows[0]?.failed ?? 0
}
