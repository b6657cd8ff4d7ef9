import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Runner, type RunnerOptions, type WorkerEvents, type WorkerPool } from 'graphile-worker'

const START_AGAIN_MS = 500

/**
 * Reports of done jobs go through the queue's batches: alone there does a failed report (the database went away) end the
 * runner in order; reported one by one, it is a rejection that nobody handles, which ends the process.
 */
export const REPORTS: Pick<RunnerOptions, 'preset'> = { preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } }

export type JobRunner = {
  /** Looks for jobs now, with every place that is free. */
  nudge(): void
  stop(): Promise<void>
}

/**
 * Runs jobs until it is stopped. A runner that ends by itself, because the database went away, is followed by another;
 * `beforeAgain` comes before each of those and is tried until it succeeds. Rejects when the first one cannot start.
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
        // a runner that just ended by itself refuses; the one that follows looks for jobs as it starts
      }
    },
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => {})
      await watching
    },
  }
}
