import { setImmediate as afterInput } from 'node:timers/promises'
import { holdsConnection, secondConnection } from '#platform/db/transaction.ts'

export { holdsConnection } from '#platform/db/transaction.ts'

/**
 * Loop turns before a run begins. The first reads pending input; the second admits callers that the previous answers released
 * (docs/design/cache.md).
 */
const TURNS = 2

/**
 * Coalesces concurrent calls into one run of `work`. A call during a run waits for the next run, so each caller sees the state at its call.
 * Calls inside a transaction reject: the run needs a connection, and waiting callers could hold all of them. A run begins after pending
 * input was read, so that callers of one loop turn share it.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = async (): Promise<T> => {
    await last.catch(() => {})
    for (let turn = 0; turn < TURNS; turn++) await afterInput()
    next = null
    const run = work()
    last = run
    return run
  }
  return () => (holdsConnection() ? Promise.reject(secondConnection()) : (next ??= begin()))
}
