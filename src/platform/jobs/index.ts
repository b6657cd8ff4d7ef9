import { runMigrations } from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#platform/context/index.ts'
import { openPools, type Connection } from '#platform/db/index.ts'
import type { RecordedEvent } from '#platform/events/recorded-event.ts'
import type { Pulse } from './pulse.ts'
import type { PeriodicJob } from './periodic.ts'

/**
 * A job is one call. It may run twice and re-reads what it needs. The queue is in the same database, so a job
 * commits with the change that asked for it. `asksModel`: it may wait for a helper's provider, so it runs in places of its
 * own, and one that hangs keeps nothing else waiting.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each job reads its own payload, which it wrote itself
export type Job = { name: string; asksModel?: true; run(ctx: Context, payload: any): Promise<void> }

/** Work that goes on beside the queue, where one piece of it may take long and must not keep the others waiting. */
export type Loop = {
  /** `alone`: no other process works on this database. `pulse`: whether anybody writes, for who looks again and again. */
  start(ctx: Context, options: { alone: boolean; pulse: Pulse }): Promise<RunningLoop>
  /** Does what is due by the service's clock, and waits for it, whether or not a loop runs anywhere. */
  runDue(ctx: Context): Promise<void>
}

export type RunningLoop = {
  /** An event of this account was handed out just now. */
  wake(accountId: string): void
  stop(): Promise<void>
}

/** What a feature gives the worker. */
export type WorkerParts = {
  jobs?: readonly Job[]
  sweeps?: readonly PeriodicJob[]
  loops?: readonly Loop[]
  /** Called once or more for each event, outside its transaction: enqueue what follows from it. */
  onEvent?: (tx: Tx, event: RecordedEvent) => Promise<void>
  /** The same for many at once, for what can be written in one statement. */
  onEvents?: (tx: Tx, events: readonly RecordedEvent[]) => Promise<void>
}

/** Small numbers first: all else follows from events, and none of it may keep the next event waiting. */
const priorityOf = (name: string): number => (name === 'dispatch_event' ? -1 : 0)

/** The expression that puts a job into the queue, for a statement that writes what the job is about. `key` as for `enqueue`. */
export const jobOf = (name: string, payload: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, payload => ${payload}, job_key => ${key}, priority => ${priorityOf(name)}::integer)`

/** Takes back jobs that nobody has begun, by their keys. */
export async function dropJobs(ctx: Context, keys: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key = any(${keys}) and locked_at is null`.execute(ctx.db)
}

/** Puts a job into the queue. With `key`, a job of that key that has not started is replaced. */
export async function enqueue(ctx: Context, name: string, payload: unknown, key: string | null = null): Promise<void> {
  await sql`select ${jobOf(name, sql`${JSON.stringify(payload)}::json`, sql`${key}::text`)}`.execute(ctx.db)
}

/** Brings the queue's own tables up to date, on connections that end with it. */
export async function prepareQueue(connection: Connection): Promise<void> {
  const pools = openPools(connection)
  try {
    await runMigrations({ pgPool: pools.jobs })
  } finally {
    await pools.end()
  }
}

/** Puts a job into the queue unless one of that key was put there before, running or not. */
export async function enqueueOnce(ctx: Context, name: string, payload: unknown, key: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', priority => ${priorityOf(name)}::integer)`.execute(ctx.db)
}

/** As `enqueueOnce`, and it starts no sooner than `delayMs` from now by the database's clock. */
export async function enqueueOnceLater(ctx: Context, delayMs: number, name: string, payload: unknown, key: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', run_at => now() + ${delayMs}::double precision * interval '1 millisecond')`.execute(ctx.db)
}

/** As `enqueueOnce`, behind the jobs of the same line: of each line one runs at a time, so that slow work holds few places. */
export async function enqueueOnceInLine(ctx: Context, name: string, payload: unknown, key: string, line: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'unsafe_dedupe', queue_name => ${line}::text)`.execute(ctx.db)
}

const DEAD_AFTER = '5 minutes'

/**
 * Gives jobs back whose process died while it ran them. The queue itself waits four hours; a job may run twice, so one
 * that only takes long is no harm. `alone`: nobody else runs these on this database, so whatever is taken is dead; `names`:
 * of these jobs only.
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

/** Jobs that could run now. */
export async function countOpenJobs(ctx: Context): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(ctx.db)
  return rows[0]?.open ?? 0
}

/** Jobs that used up their tries. */
export async function countFailedJobs(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    failed: number
  }>`select count(*) as failed from graphile_worker.jobs where attempts >= max_attempts`.execute(ctx.db)
  return rows[0]?.failed ?? 0
}
