import type { Pool } from 'pg'
import { DatabaseAway } from '#platform/errors/database-away.ts'
import type { Db } from './types.ts'

/** Of a pool's connections, this share is left to who asks a single statement: who reads waits for no lock that a transaction waits for. */
const LEFT_TO_READS = 0.3
/** One account's transactions lock the same rows (its counts, its limits) and mostly wait for each other: half of the places are left to others. */
const OF_ONE = 0.5

/** So many at a time: whoever comes later gets a place in the order of coming, or an error after `waitMs`. */
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
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new DatabaseAway(`No place for a transaction was free within ${this.#waitMs} ms.`))
      }, this.#waitMs)
      const begin = () => {
        clearTimeout(late)
        resolve()
      }
      this.#waiting.add(begin)
    })
  }

  /** A place goes to who waited longest, and is free only where nobody waits: nobody who comes in between takes it. */
  #pass(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free++
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}

/** The places of a pool's transactions: those of all, and of each account that holds or awaits one. */
type PoolPlaces = { all: Semaphore; ofOne: number; waitMs: number; accounts: Map<string, { places: Semaphore; asking: number }> }

const pools = new WeakMap<Db, PoolPlaces>()

/** Transactions on `db` hold only a part of its pool's connections from now on; a place is waited for as long as a connection. */
export function limitTransactions(db: Db, { options: { max, connectionTimeoutMillis: waitMs = 5_000 } }: Pool): void {
  const count = Math.max(1, max - Math.ceil(max * LEFT_TO_READS))
  pools.set(db, { all: new Semaphore(count, waitMs), ofOne: Math.ceil(count * OF_ONE), waitMs, accounts: new Map() })
}

/** Runs a transaction once it has a place, and takes none of a database without limits. `account`: whose it is, where one asked for it. */
export async function withSlot<T>(db: Db, account: string | null, work: () => Promise<T>): Promise<T> {
  const pool = pools.get(db)
  if (pool === undefined) return work()
  const inAll = () => pool.all.hold(work)
  if (account === null) return inAll()
  const own = pool.accounts.get(account) ?? { places: new Semaphore(pool.ofOne, pool.waitMs), asking: 0 }
  pool.accounts.set(account, own)
  own.asking++
  try {
    return await own.places.hold(inAll)
  } finally {
    if (--own.asking === 0) pool.accounts.delete(account)
  }
}
