import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Runner, type RunnerOptions, type WorkerEvents, type WorkerPool } from 'graphile-worker'

const START_AGAIN_MS = 500

/**
 * Options that make the runner report completed and failed jobs in batches. If a batch report fails because the database is unavailable,
 * the runner stops in an orderly way. Without batches, a failed report would be an unhandled rejection and end the process.
 */
export const REPORTS: Pick<RunnerOptions, 'preset'> = { preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } }

export type JobRunner = {
  nudge(): void
  stop(): Promise<void>
}

/**
 * Runs jobs until stopped. If a runner ends because the database is unavailable, repeats `beforeAgain` until it succeeds, and then starts a
 * new runner. Rejects if the first runner cannot start.
 */
export async function superviseRunner(
  options: RunnerOptions,
  beforeAgain: () => Promise<void>,
  warn: (error: unknown) => void,
): Promise<JobRunner> {
  const stopping = new AbortController()
  const { signal } = stopping
  const events = new EventEmitter() as WorkerEvents
  let pool: WorkerPool | null = null
  events.on('pool:create', ({ workerPool }) => void (pool = workerPool))
  const start = (): Promise<Runner> => run({ ...options, ...REPORTS, events })
  let runner = await start()
  const watching = watch()

  async function watch(): Promise<void> {
    for (;;) {
      await runner.promise.catch(warn)
      const next = await another()
      if (next === null) return
      runner = next
    }
  }

  async function another(): Promise<Runner | null> {
    for (;;) {
      await sleep(START_AGAIN_MS, undefined, { signal }).catch(() => {})
      if (signal.aborted) return null
      try {
        await beforeAgain()
        return await start()
      } catch (error) {
        warn(error)
      }
    }
  }

  return {
    nudge() {
      if (signal.aborted) return
      try {
        pool?.nudge(options.concurrency ?? 1)
      } catch {
        // a runner that has just ended rejects the call; this is harmless, because the next runner polls when it starts
      }
    },
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => {})
      await watching
    },
  }
}
