import type { Log } from '#platform/telemetry/log.ts'

export type Closers = {
  add(close: () => unknown): void
  /**
   * Closes everything once, in reverse order of addition. A second call waits for the first call. Logs each failure and closes the rest.
   */
  closeAll(): Promise<void>
}

export function createClosers(log: Log): Closers {
  const closers: (() => unknown)[] = []
  let closed: Promise<void> | undefined
  return {
    add: (close) => void closers.push(close),
    closeAll: () => (closed ??= closeInOrder(closers.toReversed(), log)),
  }
}

async function closeInOrder(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, 'stopping')
    }
  }
}
