import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ALWAYS, isTime, type Pulse } from './pulse.ts'

/** External party that a job waits for. Jobs of one party run in sequence; others do not wait for them. */
export type Party = 'payments' | 'storage' | 'mail' | 'anybody'

/**
 * Work due by the service's clock, repeated by the worker and the test clock. Without `asks`, the context refuses external
 * calls. `run` checks `stopped` between items.
 */
export type PeriodicJob = {
  name: string
  asks?: Party
  /** Cleanup that nothing waits for; without writes, runs every five minutes. */
  tidies?: true
  run(ctx: Context, stopped: AbortSignal): Promise<BatchResult | void>
}

/** `more`: the turn reached its limit and left due work. */
export type BatchResult = 'more' | 'done'

/** `more` when a turn took `limit` items and one succeeded. If all failed, another turn would not help. */
export const batchResult = (took: readonly unknown[], { limit, done }: { limit: number; done: number }): BatchResult =>
  took.length >= limit && done > 0 ? 'more' : 'done'

/** For running a job to its end. */
export const UNSTOPPED: AbortSignal = new AbortController().signal

const EVERY_MS = 1_000
/** Delay without writes for work due by the clock alone, such as an expiry or a mail retry. */
const QUIET_MS = 30_000
const TIDY_QUIET_MS = 300_000
/** External calls are repeated by id after the next start, so a stop waits no longer. */
const STOP_MS = 12_000

/** Runs the jobs, one line per party, so that a hanging job delays only its line. Runs every second during writes, else less often. */
export function runPeriodicJobs(ctx: Context, sweeps: readonly PeriodicJob[], pulse: Pulse = ALWAYS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const lines = [...Map.groupBy(sweeps, ({ asks }) => asks ?? null)].map(([party, line]) => ({
    party,
    ended: sweepLine(ctx, line, stopping.signal, pulse),
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

async function sweepLine(ctx: Context, line: readonly PeriodicJob[], stopped: AbortSignal, pulse: Pulse): Promise<void> {
  const began = new Map<PeriodicJob, number>()
  while (!stopped.aborted) {
    for (const sweep of line) {
      if (stopped.aborted) return
      if (!isTime(pulse, began.get(sweep), sweep.tidies ? TIDY_QUIET_MS : QUIET_MS)) continue
      began.set(sweep, performance.now())
      try {
        await runPeriodicJob(ctx, sweep, stopped)
      } catch (error) {
        ctx.log.error({ err: error, sweep: sweep.name }, 'a periodic job failed and will be retried')
      }
    }
    await sleep(EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}

/** Runs one turn. */
export const runPeriodicJob = (ctx: Context, sweep: PeriodicJob, stopped: AbortSignal): Promise<BatchResult | void> =>
  sweep.run(sweep.asks === undefined ? insideOnly(ctx) : ctx, stopped)

/**
 * Processes items in sequence. `failed` handles an error and should move the item behind the others. Ends when a party is
 * unavailable or the process stops; the rest waits for the next turn. Returns the items done.
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

/** PaymentsError, StorageError and ProviderError have a `reason`, ApiError a `type`. */
const isAway = (error: unknown): boolean => {
  const { reason, type } = (error ?? {}) as { reason?: unknown; type?: unknown }
  return reason === 'unavailable' || reason === 'timeout' || type === 'unavailable'
}

/** Methods that make no external call. */
const PURE = ['takes']
const insides = new WeakMap<Context, Context>()

/** Returns the context without external parties; a call to one throws, with a hint for the author. */
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
        log.error({ asked: String(name) }, 'a periodic job without `asks` called an external service')
        throw new Error(`A periodic job that calls an external service (${String(name)}) must declare it in \`asks\`.`)
      }
    },
  })
