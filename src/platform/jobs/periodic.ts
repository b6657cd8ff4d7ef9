import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { createClockGuard, type ClockGuard } from './clock-guard.ts'
import { ALWAYS, isTime, type Pulse } from './pulse.ts'

/** External service that a job calls. Jobs that use the same service run one after another. All other jobs run independently. */
export type Party = 'payments' | 'storage' | 'mail' | 'anybody'

/**
 * Work that is due according to the service's clock. The worker runs it repeatedly. Advancing the test clock also runs it. Without `party`,
 * its context rejects calls to external services. `run` must check `stopped` between items.
 */
export type PeriodicJob = {
  name: string
  party?: Party
  /** Marks a cleanup that no other work depends on. It runs every minute, or every five minutes without database writes. */
  tidies?: true
  run(ctx: Context, stopped: AbortSignal): Promise<BatchResult | void>
}

/** Result of a run. `more`: true if the run reached its limit and more work is due. */
export type BatchResult = 'more' | 'done'

/** Returns `more` if a run processed `limit` items and at least one succeeded. If all failed, another run would not help. */
export const batchResult = (took: readonly unknown[], { limit, done }: { limit: number; done: number }): BatchResult =>
  took.length >= limit && done > 0 ? 'more' : 'done'

/** Signal that never aborts, for running a job to its end. */
export const UNSTOPPED: AbortSignal = new AbortController().signal

const EVERY_MS = 1_000
/**
 * Maximum interval in ms without database writes. Some work, such as expiring records or retrying emails, becomes due even without writes.
 */
const QUIET_MS = 30_000
const [TIDY_MS, TIDY_QUIET_MS] = [60_000, 300_000]
/** Maximum wait for running jobs when the process stops. The next startup repeats interrupted external calls with the same ids. */
const STOP_MS = 12_000

/**
 * Runs the periodic jobs. Jobs that call the same external service run one after another, so a job that hangs delays only those. Each job
 * runs every second while the database is being written to, and less often otherwise. Cleanups run less often, and first after a minute. No
 * job runs while the machine's clock is wrong.
 */
export function runPeriodicJobs(
  ctx: Context,
  periodicJobs: readonly PeriodicJob[],
  pulse: Pulse = ALWAYS,
  guard: ClockGuard = createClockGuard(ctx),
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const lines = [...Map.groupBy(periodicJobs, ({ party }) => party ?? null)].map(([party, line]) => ({
    party,
    ended: runLine(ctx, line, stopping.signal, pulse, guard),
  }))
  const endOf = (isInside: boolean) => Promise.all(lines.filter(({ party }) => (party === null) === isInside).map(({ ended }) => ended))
  return {
    async stop() {
      stopping.abort()
      const waited = new AbortController()
      const longest = sleep(STOP_MS, undefined, { signal: waited.signal }).catch(() => {})
      await Promise.all([endOf(true), Promise.race([endOf(false), longest])])
      waited.abort()
    },
  }
}

async function runLine(ctx: Context, line: readonly PeriodicJob[], stopped: AbortSignal, pulse: Pulse, guard: ClockGuard): Promise<void> {
  const startedAt = performance.now()
  const began = new Map(line.filter(({ tidies }) => tidies).map((job) => [job, startedAt]))
  const isDue = (job: PeriodicJob): boolean =>
    job.tidies ? isTime(pulse, began.get(job), TIDY_QUIET_MS, TIDY_MS) : isTime(pulse, began.get(job), QUIET_MS)
  while (!stopped.aborted) {
    for (const job of line) {
      if (stopped.aborted) return
      if (!isDue(job)) continue
      try {
        if (!(await guard.agrees())) continue
        began.set(job, performance.now())
        const result = await runPeriodicJob(ctx, job, stopped)
        // makes the job due again at once, in the next round
        if (result === 'more') began.set(job, -Infinity)
      } catch (error) {
        ctx.log.error({ err: error, job: job.name }, 'a periodic job failed and will be retried')
      }
    }
    await sleep(EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}

/** Runs a periodic job once. Without `party`, its context rejects calls to external services. */
export const runPeriodicJob = (ctx: Context, job: PeriodicJob, stopped: AbortSignal): Promise<BatchResult | void> =>
  job.run(job.party === undefined ? insideOnly(ctx) : ctx, stopped)

/**
 * Processes items one after another. `failed` handles an item's error and should postpone the item. Stops if an external service is
 * unavailable or the process stops; the next run continues with the remaining items. Returns the number of completed items.
 */
export async function forEachDue<T>(
  items: readonly T[],
  stopped: AbortSignal,
  work: (item: T) => Promise<unknown>,
  failed: (error: unknown, item: T) => unknown,
): Promise<number> {
  let done = 0
  for (const item of items) {
    if (stopped.aborted) return done
    try {
      await work(item)
      done++
    } catch (error) {
      await failed(error, item)
      if (isAway(error)) return done
    }
  }
  return done
}

/**
 * Returns true if the error means that an external service is unavailable. PaymentsError, StorageError and ProviderError have a `reason`;
 * ApiError has a `type`.
 */
const isAway = (error: unknown): boolean => {
  const { reason, type } = (error ?? {}) as { reason?: unknown; type?: unknown }
  return reason === 'unavailable' || reason === 'timeout' || type === 'unavailable'
}

/** Methods of external services that are always allowed, because they make no external calls. */
const PURE = ['takes']
const insides = new WeakMap<Context, Context>()

/** Returns a context where every call to an external service throws an error. Its message says what the job must declare. */
function insideOnly(ctx: Context): Context {
  const known = insides.get(ctx)
  if (known) return known
  const { storage, images, payments, testPayments, egress, mail, log } = ctx
  const inside: Context = {
    ...ctx,
    ...{ storage: closed(storage, log), images: closed(images, log), egress: closed(egress, log), mail: closed(mail, log) },
    payments: payments && closed(payments, log),
    testPayments: closed(testPayments, log),
    providers: {},
  }
  insides.set(ctx, inside)
  return inside
}

const closed = <T extends object>(party: T, log: Log): T =>
  new Proxy(party, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || PURE.includes(String(name))) return value
      return () => {
        log.error({ asked: String(name) }, 'a periodic job without `party` called an external service')
        throw new Error(`A periodic job that calls an external service (${String(name)}) must declare it in \`party\`.`)
      }
    },
  })
