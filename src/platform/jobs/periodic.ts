import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ALWAYS, isTime, type Pulse } from './pulse.ts'

/** Whom a sweep waits for beside the database. Those of one party run one after the other, and no other sweep waits for them. */
export type Party = 'payments' | 'storage' | 'mail' | 'anybody'

/**
 * What is due by the service's clock; run again and again by the worker and by the test clock. A sweep that names no `asks` is given a
 * context in which every outside party refuses to be asked. `stopped`: between two pieces of work it looks whether it has to end.
 */
export type PeriodicJob = {
  name: string
  asks?: Party
  /** What only tidies up and nobody waits for: where nobody writes, once in five minutes is often enough. */
  tidies?: true
  run(ctx: Context, stopped: AbortSignal): Promise<Turn | void>
}

/** `more`: a turn did some of what is due and left some for the next one, since it takes only so much at once. */
export type Turn = 'more' | 'done'

/** How a turn went that took at most `limit` of what is due: where all it took failed, the next one would not come further. */
export const turnOf = (took: readonly unknown[], { limit, done }: { limit: number; done: number }): Turn =>
  took.length >= limit && done > 0 ? 'more' : 'done'

/** For who runs a sweep's work to its end. */
export const UNSTOPPED: AbortSignal = new AbortController().signal

const EVERY_MS = 1_000
/** How late what falls due by the clock alone may be found while nobody writes: an end of an offer, a mail that is tried again. */
const QUIET_MS = 30_000
const TIDY_QUIET_MS = 300_000
/** What is asked of somebody outside has an id of its own and is asked again at the next start: the stop waits no longer for it. */
const STOP_MS = 12_000

/**
 * Runs the sweeps for ever: those of each party in a line of their own, so that one which hangs holds up its own line alone. Every
 * second while somebody writes, else less often.
 */
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
        ctx.log.error({ err: error, sweep: sweep.name }, 'a sweep failed and will run again')
      }
    }
    await sleep(EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}

/** One turn of a sweep. */
export const runPeriodicJob = (ctx: Context, sweep: PeriodicJob, stopped: AbortSignal): Promise<Turn | void> =>
  sweep.run(sweep.asks === undefined ? insideOnly(ctx) : ctx, stopped)

/**
 * One item after the other. What fails is `failed`, which puts it behind the others, and holds nobody else up; but where whoever is
 * asked is away, the rest waits for the next turn, as it does where the process stops. Gives how many were done.
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

/** PaymentsError, StorageError and ProviderError have a `reason`, ApiError has a `type`. */
const isAway = (error: unknown): boolean => {
  const { reason, type } = (error ?? {}) as { reason?: unknown; type?: unknown }
  return reason === 'unavailable' || reason === 'timeout' || type === 'unavailable'
}

/** What these answer without asking anybody. */
const PURE = ['takes']
const insides = new WeakMap<Context, Context>()

/** The same context without anybody outside: whoever is asked refuses, with words for who wrote the sweep. */
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
        log.error({ asked: String(name) }, 'a sweep without `asks` asks somebody outside')
        throw new Error(`A sweep that waits for the outside (${String(name)}) says whom it asks.`)
      }
    },
  })
