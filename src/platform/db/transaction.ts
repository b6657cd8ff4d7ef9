import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoResultError } from 'kysely'
import { withSlot } from './semaphore.ts'
import type { Db, Tx } from './types.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_HAD = '55P03'
/** Who waited for a lock in vain tries again only where that leaves an answer within about 5 s. */
const LOCK_TRIES_MS = 3_000
const TRIES = 3

/** A try of a transaction. What is begun in it and lives on, a timer or a loop, sees that it has ended. */
type Try = { open: boolean; after: (() => void)[] }

/** Set for everything that runs inside a transaction, so that the pools can tell. */
const inside = new AsyncLocalStorage<Try>()

/** Whether the code that asks runs inside a transaction, and so holds a connection already. */
export const holdsConnection = (): boolean => inside.getStore()?.open === true

/** What is said to whoever asks for one all the same: a fault of the code, not of the caller. */
export const secondConnection = (): Error =>
  new Error('This runs inside a transaction and asked for a second connection. Use the context of the transaction.')

/**
 * Runs `work` once the transaction it is called in was committed; never where it was not. Outside of one: at once. For
 * what no rollback takes back, such as a count of a metric.
 */
export function afterCommit(work: () => void): void {
  const current = inside.getStore()
  if (current?.open) current.after.push(work)
  else work()
}

/**
 * Runs `work` in one transaction. When the database picks it as the victim of a deadlock or cannot serialize it, a lock was
 * not had in time (others stood before it), or a record that one statement saw is gone at the next (`…OrThrow`), the whole of
 * it runs again, at most three times: nothing of the failed try was kept, and the next one sees what is there now. `work` must
 * therefore change nothing outside the database, but by `afterCommit`. `account`: whose transaction it is; few of one account run at once.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>, account: string | null = null): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const current: Try = { open: true, after: [] }
    try {
      const begin = () => db.transaction().execute((tx) => inside.run(current, () => work(tx)))
      // whoever is in a transaction gets no second one, and is told so at once
      const result = await (holdsConnection() ? begin() : withSlot(db, account, begin))
      current.open = false
      for (const then of current.after) then()
      return result
    } catch (error) {
      const isLate = isLockNotHad(error) && performance.now() - startedAt >= LOCK_TRIES_MS
      if (attempt === TRIES || isLate || !(isGone(error) || mayPass(error))) throw error
      await sleep(5 * attempt + randomInt(20))
    } finally {
      current.open = false
    }
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** A record that one statement saw was gone at the next. */
const isGone = (error: unknown): boolean => error instanceof NoResultError

const isLockNotHad = (error: unknown): boolean => codeOf(error) === LOCK_NOT_HAD

/** Whether the database undid it for others' sake, and the same may go well a moment later. */
export const mayPass = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_HAD].includes(String(codeOf(error)))
