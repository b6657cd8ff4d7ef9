import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { limitTransactions } from './semaphore.ts'
import type { Tables } from './tables.ts'
import type { Db } from './types.ts'

export { migrate, migrationNames, MigrationError } from './migrate.ts'
export { openPools } from './pool.ts'
export type { PoolOptions, Pools, PoolSizes } from './pool.ts'
export type { Tables } from './tables.ts'
export type { Connection, Db, Tx } from './types.ts'

/**
 * Creates a Kysely instance on a pool of `openPools`, with a limit on concurrent transactions. Callers close the pools, not this instance.
 */
export function kyselyOn(pool: Pool): Db {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  limitTransactions(db, pool)
  return db
}
