import { setImmediate as afterInput } from 'node:timers/promises'
import { holdsConnection, secondConnection } from '#platform/db/transaction.ts'

export { holdsConnection } from '#platform/db/transaction.ts'

/**
 * Number of event-loop turns before a run begins. The first turn reads pending input. The second turn reads requests that clients send in
 * reaction to the previous responses (docs/design/cache.md).
 */
const CYCLES = 2

/**
 * Coalesces concurrent calls into one run of `work`. A call during a run waits for the next run, so each caller sees the state at the time
 * of its call or later. A run begins only after pending input has been read, so that all requests of an event-loop turn share it. Rejects
 * calls inside a transaction, because waiting callers could occupy every connection.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = async (): Promise<T> => {
    await last.catch(() => {})
    for (let cycle = 0; cycle < CYCLES; cycle++) await afterInput()
    next = null
    const run = work()
    last = run
    return run
  }
  return () => (holdsConnection() ? Promise.reject(secondConnection()) : (next ??= begin()))
}
