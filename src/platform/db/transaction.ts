import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoResultError } from 'kysely'
import { withSlot } from './semaphore.ts'
import type { Db, Tx } from './types.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_HAD = '55P03'
const FOREIGN_KEY = '23503'
/** Time in ms during which a transaction is retried after a lock timeout. It keeps response times below about 5 s. */
const LOCK_TRIES_MS = 3_000
const TRIES = 3

/** One attempt to run a transaction. `open` becomes false when the attempt ends, so that timers and loops that outlast it can stop. */
type Try = { open: boolean; after: (() => void)[] }

/** Transaction attempt that the current code belongs to. The connection pools use it to refuse a second connection. */
const inside = new AsyncLocalStorage<Try>()

/** True if the caller runs inside a transaction, and therefore already holds a connection. */
export const holdsConnection = (): boolean => inside.getStore()?.open === true

/** Creates the error for a second connection request inside a transaction, which is a bug. */
export const secondConnection = (): Error =>
  new Error('This code runs inside a transaction and requested a second connection. Use the context of the transaction.')

/**
 * Runs `work` after the current transaction commits, and never after a rollback. Outside a transaction, runs `work` immediately. Use it for
 * effects that a rollback cannot undo, such as a metric.
 */
export function afterCommit(work: () => void): void {
  const current = inside.getStore()
  if (current?.open) current.after.push(work)
  else work()
}

/**
 * Runs `work` in one transaction, with at most three attempts. Retries after a deadlock, a serialization failure or a lock timeout. Also
 * retries if a statement (`…OrThrow`) no longer finds a row that an earlier statement found, or refers to a deleted row. Each attempt reads
 * the current data. `work` must not change anything outside the database, except through `afterCommit`. `account` is the caller's account,
 * whose concurrent transactions are limited.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>, account: string | null = null): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const current: Try = { open: true, after: [] }
    try {
      const begin = () => db.transaction().execute((tx) => inside.run(current, () => work(tx)))
      // inside a transaction, the pool rejects the second connection immediately, without waiting for a slot
      const result = await (holdsConnection() ? begin() : withSlot(db, account, begin))
      for (const then of current.after) then()
      return result
    } catch (error) {
      const isLate = isLockNotHad(error) && performance.now() - startedAt >= LOCK_TRIES_MS
      if (attempt === TRIES || isLate || !(isGone(error) || isRetryable(error))) throw error
      await sleep(5 * attempt + randomInt(20))
    } finally {
      current.open = false
    }
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Returns true for two errors: a row that an earlier statement found has disappeared, or a foreign key to it fails. */
const isGone = (error: unknown): boolean => error instanceof NoResultError || codeOf(error) === FOREIGN_KEY

const isLockNotHad = (error: unknown): boolean => codeOf(error) === LOCK_NOT_HAD

/** True if the database rolled the transaction back because of a conflict with other transactions. A retry may then succeed. */
export const isRetryable = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_HAD].includes(String(codeOf(error)))
