import { setImmediate as afterInput } from 'node:timers/promises'
import { holdsConnection, secondConnection } from './db/transaction.ts'

export { holdsConnection } from './db/transaction.ts'

/**
 * Runs `work` for all who ask together: whoever asks while it runs waits for a run that begins after, so that each
 * sees what was true when it asked. Nobody may wait for it inside a transaction: the run needs a connection, and all of them
 * could be held by those who wait. It begins once all that came in by now has been looked at, so that callers of one turn of the loop share
 * a run instead of a first one running for itself.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  const begin = async (): Promise<void> => {
    await last.catch(() => {})
    await afterInput()
    next = null
    last = work()
    await last
  }
  return () => (holdsConnection() ? Promise.reject(secondConnection()) : (next ??= begin()))
}
