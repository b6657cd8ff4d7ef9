import type { Log } from '#platform/telemetry/log.ts'

/** What a process has opened, closed in the opposite order. */
export type Closers = {
  add(close: () => unknown): void
  /** Closes everything, once: a second call waits for the first. What cannot be closed is logged, and the rest is closed still. */
  closeAll(): Promise<void>
}

export function createClosers(log: Log): Closers {
  const closers: (() => unknown)[] = []
  let closed: Promise<void> | undefined
  return {
    add: (close) => void closers.push(close),
    closeAll: () => (closed ??= closeInTurn(closers.toReversed(), log)),
  }
}

async function closeInTurn(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, 'stopping')
    }
  }
}
