import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Loop } from './index.ts'
import { isTime, type Pulse } from './pulse.ts'

type RowWorker = {
  /** Starts due tasks without waiting for them, and handles their errors. */
  poll(): void | Promise<void>
  wake(accountId: string): void
  stop(): Promise<void>
}

type PollingOptions<D extends RowWorker> = {
  open(ctx: Context): D
  /** Releases the tasks of a dead process, provided that no other process works on the database. */
  giveBack(ctx: Context): Promise<unknown>
  quietMs: number
  dueMs: number
  isAnyDue(ctx: Context): Promise<boolean>
  take(worker: D): Promise<void>
}

const POLL_MS = 500

/** Creates a loop that polls for tasks in database rows. */
export const pollingLoop = <D extends RowWorker>({ open, giveBack, quietMs, dueMs, isAnyDue, take }: PollingOptions<D>): Loop => ({
  async start(ctx, { alone, pulse }) {
    if (alone) await giveBack(ctx)
    const worker = open(ctx)
    const stopping = new AbortController()
    const polling = pollForever(worker, stopping.signal, pulse, quietMs)
    return {
      wake: (accountId) => worker.wake(accountId),
      async stop() {
        stopping.abort()
        await polling
        await worker.stop()
      },
    }
  },

  async runDue(ctx) {
    const worker = open(ctx)
    const deadline = performance.now() + dueMs
    try {
      // also waits for the tasks that the worker's regular loop has started
      while (performance.now() < deadline && (await isAnyDue(ctx))) {
        await take(worker)
        await sleep(20)
      }
    } finally {
      await worker.stop()
    }
  },
})

async function pollForever(worker: RowWorker, stopped: AbortSignal, pulse: Pulse, quietMs: number): Promise<void> {
  let began: number | undefined
  while (!stopped.aborted) {
    if (isTime(pulse, began, quietMs)) {
      began = performance.now()
      await worker.poll()
    }
    await sleep(POLL_MS, undefined, { signal: stopped }).catch(() => {})
  }
}
