import { setImmediate as afterInput } from 'node:timers/promises'
import { holdsConnection, secondConnection } from '#platform/db/transaction.ts'

export { holdsConnection } from '#platform/db/transaction.ts'

/** The first lets all that came in be looked at; in the second come those whom the answers of the run before set free (docs/design/cache.md). */
const TURNS = 2

/**
 * Runs `work` for all who ask together: whoever asks while it runs waits for a run that begins after, so that each
 * sees what was true when it asked. Nobody may wait for it inside a transaction: the run needs a connection, and all of them
 * could be held by those who wait. It begins once all that came in by now has been looked at, so that callers of one turn of the loop share
 * a run instead of a first one running for itself.
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
