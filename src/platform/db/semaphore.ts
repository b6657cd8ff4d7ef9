import type { Pool } from 'pg'
import { DatabaseAway } from '#platform/errors/database-away.ts'
import type { Db } from './types.ts'

/**
 * Share of a pool's connections that transactions leave free for single statements, so that reads never wait for transactions that wait for
 * locks.
 */
const LEFT_TO_READS = 0.3
/**
 * Share of a pool's transaction slots that one account may use. Transactions of the same account lock the same rows, such as quotas, and
 * mostly wait for each other.
 */
const ACCOUNT_SHARE = 0.5

/** FIFO semaphore. Rejects after `waitMs` with `DatabaseAway`. */
export class Semaphore {
  #free: number
  readonly #waitMs: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number, waitMs: number) {
    this.#free = count
    this.#waitMs = waitMs
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#waitForSlot()
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  #waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new DatabaseAway(`No transaction slot became free within ${this.#waitMs} ms.`))
      }, this.#waitMs)
      const begin = () => {
        clearTimeout(late)
        resolve()
      }
      this.#waiting.add(begin)
    })
  }

  /** Passes the slot to the oldest waiter. Frees the slot only if no caller waits, so that later callers cannot overtake. */
  #pass(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free++
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}

/** Transaction slots of a pool: one semaphore for all accounts, and one for each account that has a slot or waits for one. */
type PoolSlots = { all: Semaphore; ofOne: number; waitMs: number; accounts: Map<string, { slots: Semaphore; users: number }> }

const pools = new WeakMap<Db, PoolSlots>()

/** Lets transactions on `db` use only a part of its pool's connections. Waiting for a slot has the same timeout as connecting. */
export function limitTransactions(db: Db, { options: { max, connectionTimeoutMillis: waitMs = 5_000 } }: Pool): void {
  const count = Math.max(1, max - Math.ceil(max * LEFT_TO_READS))
  pools.set(db, { all: new Semaphore(count, waitMs), ofOne: Math.ceil(count * ACCOUNT_SHARE), waitMs, accounts: new Map() })
}

/**
 * Runs `work` once a slot is free, or immediately if `db` has no limits. `account`: the caller's account, or null for a caller without one.
 */
export async function withSlot<T>(db: Db, account: string | null, work: () => Promise<T>): Promise<T> {
  const pool = pools.get(db)
  if (pool === undefined) return work()
  const inAll = () => pool.all.hold(work)
  if (account === null) return inAll()
  const own = pool.accounts.get(account) ?? { slots: new Semaphore(pool.ofOne, pool.waitMs), users: 0 }
  pool.accounts.set(account, own)
  own.users++
  try {
    return await own.slots.hold(inAll)
  } finally {
    if (--own.users === 0) pool.accounts.delete(account)
  }
}
