import { runMigrations } from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#platform/context/index.ts'
import { openPools, type Connection } from '#platform/db/index.ts'
import type { RecordedEvent } from '#platform/events/recorded-event.ts'
import type { Pulse } from './pulse.ts'
import type { PeriodicJob } from './periodic.ts'

/**
 * One call. It may run twice, so it re-reads what it needs. The queue is in the same database: a job commits with its
 * change. `asksModel` jobs may wait for a provider, so they have separate slots.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each job reads its own payload, which it wrote itself
export type Job = { name: string; asksModel?: true; run(ctx: Context, payload: any): Promise<void> }

/** Work outside the queue, where a long task must not delay others. */
export type Loop = {
  /** `alone`: no other process works on this database. `pulse` reports writes to pollers. */
  start(ctx: Context, options: { alone: boolean; pulse: Pulse }): Promise<RunningLoop>
  /** Does all due work by the service's clock and waits for it, loops or not. */
  runDue(ctx: Context): Promise<void>
}

export type RunningLoop = {
  /** An event of this account was just dispatched. */
  wake(accountId: string): void
  stop(): Promise<void>
}

/** Parts that a feature adds to the worker. */
export type WorkerParts = {
  jobs?: readonly Job[]
  sweeps?: readonly PeriodicJob[]
  loops?: readonly Loop[]
  /** Called at least once per event, after the transaction that recorded it; enqueues follow-ups. */
  onEvent?: (tx: Tx, event: RecordedEvent) => Promise<void>
  /** Batch form of `onEvent`. */
  onEvents?: (tx: Tx, events: readonly RecordedEvent[]) => Promise<void>
}

/** Lower runs first. All other work follows from events. */
const priorityOf = (name: string): number => (name === 'dispatch_event' ? -1 : 0)

/** Expression that enqueues a job, for a statement that writes its subject. `key` as for `enqueue`. */
export const jobOf = (name: string, payload: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, payload => ${payload}, job_key => ${key}, priority => ${priorityOf(name)}::integer)`

/** Deletes unstarted jobs by their keys. */
export async function dropJobs(ctx: Context, keys: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key = any(${keys}) and locked_at is null`.execute(ctx.db)
}

/** Enqueues a job; replaces an unstarted one with the same `key`. */
export async function enqueue(ctx: Context, name: string, payload: unknown, key: string | null = null): Promise<void> {
  await sql`select ${jobOf(name, sql`${JSON.stringify(payload)}::json`, sql`${key}::text`)}`.execute(ctx.db)
}

/** Migrates the queue's tables on temporary connections. */
export async function prepareQueue(connection: Connection): Promise<void> {
  const pools = openPools(connection)
  try {
    await runMigrations({ pgPool: pools.jobs })
  } finally {
    await pools.end()
  }
}

/** Enqueues a job unless its key exists, running or not. */
export async function enqueueOnce(ctx: Context, name: string, payload: unknown, key: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', priority => ${priorityOf(name)}::integer)`.execute(ctx.db)
}

/** Like `enqueueOnce`, but starts after `delayMs` by the database's clock. */
export async function enqueueOnceLater(ctx: Context, delayMs: number, name: string, payload: unknown, key: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', run_at => now() + ${delayMs}::double precision * interval '1 millisecond')`.execute(ctx.db)
}

/** Like `enqueueOnce`, in the serial queue `line`: slow work takes few slots. */
export async function enqueueOnceInLine(ctx: Context, name: string, payload: unknown, key: string, line: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', queue_name => ${line}::text)`.execute(ctx.db)
}

const DEAD_AFTER = '5 minutes'

/**
 * Unlocks jobs of dead processes; the queue itself would wait four hours. A slow job may then run twice, as any job may.
 * `alone`: no other process runs these, so all locked ones are dead. `names`: only these jobs.
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

/** Counts jobs that could run now. */
export async function countOpenJobs(ctx: Context): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(ctx.db)
  return rows[0]?.open ?? 0
}

/** Counts jobs without attempts left. */
export async function countFailedJobs(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    failed: number
  }>`select count(*) as failed from graphile_worker.jobs where attempts >= max_attempts`.execute(ctx.db)
  return rows[0]?.failed ?? 0
}
