import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

export { migrate, migrationNames, migrationState, MigrationError } from './migrate.ts'
export type { MigrationState } from './migrate.ts'
export { openPools } from './pool.ts'
export type { PoolOptions, Pools, PoolSizes } from './pool.ts'
export type { Tables } from './tables.ts'

/** Queries outside a transaction. A `Tx` fits where a `Db` is asked for, not the other way round. */
export type Db = Kysely<Tables>
/** Queries inside one; functions named `lock…` ask for it. */
export type Tx = Transaction<Tables>

/** Kysely on a pool of `openPools`. End the pools, not this. */
export function kyselyOn(pool: Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
