import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Loop } from './index.ts'
import { isTime, type Pulse } from './pulse.ts'

/** Where work that waits in rows is taken up. */
type Desk = {
  /** Takes what is due, and does not wait for it. Errors are its own. */
  look(): void | Promise<void>
  wake(accountId: string): void
  stop(): Promise<void>
}

type Looking<D extends Desk> = {
  open(ctx: Context): D
  /** What a process that is gone had begun: nobody else is at it, so that it is free again. */
  giveBack(ctx: Context): Promise<unknown>
  /** How long nobody looks where nobody writes. */
  quietMs: number
  /** How long the test clock waits for what is due. */
  dueMs: number
  isAnyDue(ctx: Context): Promise<boolean>
  take(desk: D): Promise<void>
}

const LOOK_EVERY_MS = 500

/** A loop that looks for what waits in rows, again and again, and takes it up. */
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
      // what another loop has taken is waited for as well
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
