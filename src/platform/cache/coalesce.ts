import { setImmediate as afterInput } from 'node:timers/promises'
import { holdsConnection, secondConnection } from '#platform/db/transaction.ts'

export { holdsConnection } from '#platform/db/transaction.ts'

/**
 * Loop turns before a run begins. The first reads pending input, the second input that the previous answers caused (docs/design/cache.md).
 */
const TURNS = 2

/**
 * Coalesces concurrent calls into one run of `work`. A call during a run gets the next run, so each caller sees the state at its call.
 * Rejects inside a transaction: waiting callers could hold every connection. A run begins after pending input, so that one loop turn shares
 * it.
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
