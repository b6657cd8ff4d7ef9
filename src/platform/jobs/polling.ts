import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Loop } from './index.ts'
import { isTime, type Pulse } from './pulse.ts'

/** Worker that runs tasks stored in database rows. */
type Desk = {
  /** Starts due tasks without waiting for them, and handles their errors. */
  look(): void | Promise<void>
  wake(accountId: string): void
  stop(): Promise<void>
}

type Looking<D extends Desk> = {
  open(ctx: Context): D
  /** Releases the tasks of a dead process. Called only when no other process works on the database. */
  giveBack(ctx: Context): Promise<unknown>
  /** Poll interval without writes, in ms. */
  quietMs: number
  /** Longest time that the test clock waits for due tasks, in ms. */
  dueMs: number
  isAnyDue(ctx: Context): Promise<boolean>
  take(desk: D): Promise<void>
}

const LOOK_EVERY_MS = 500

/** Creates a loop that polls for tasks in database rows. */
export const pollingLoop = <D extends Desk>({ open, giveBack, quietMs, dueMs, isAnyDue, take }: Looking<D>): Loop => ({
  async start(ctx, { alone, pulse }) {
    if (alone) await giveBack(ctx)
    const desk = open(ctx)
    const stopping = new AbortController()
    const looking = lookForever(desk, stopping.signal, pulse, quietMs)
    return {
      wake: (accountId) => desk.wake(accountId),
      async stop() {
        stopping.abort()
        await looking
        await desk.stop()
      },
    }
  },

  async runDue(ctx) {
    const desk = open(ctx)
    const deadline = performance.now() + dueMs
    try {
      // also waits for tasks that the worker's own loop is running
      while (performance.now() < deadline && (await isAnyDue(ctx))) {
        await take(desk)
        await sleep(20)
      }
    } finally {
      await desk.stop()
    }
  },
})

async function lookForever(desk: Desk, stopped: AbortSignal, pulse: Pulse, quietMs: number): Promise<void> {
  let began: number | undefined
  while (!stopped.aborted) {
    if (isTime(pulse, began, quietMs)) {
      began = performance.now()
      await desk.look()
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}
