import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from './index.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const TRIES = 3

/** Set for everything that runs inside a transaction, so that the pools can tell. */
const inside = new AsyncLocalStorage<true>()

/** Whether the code that asks runs inside a transaction, and so holds a connection already. */
export const holdsConnection = (): boolean => inside.getStore() === true

/**
 * Runs `work` in one transaction. When the database picks it as the victim of a deadlock, or cannot serialize it, the
 * whole of it runs again, at most three times: nothing of the failed try was kept. `work` must therefore change nothing
 * outside the database.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => inside.run(true, () => work(tx)))
    } catch (error) {
      const { code } = (error ?? {}) as { code?: unknown }
      if (attempt === TRIES || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error
      await sleep(5 * attempt + randomInt(20))
    }
  }
}
