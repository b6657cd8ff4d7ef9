import type { Kysely, Transaction } from 'kysely'
import type { ClientConfig } from 'pg'
import type { Tables } from './tables.ts'

/** Where a database is, for code that opens its own connection through `platform/db`. */
export type Connection = ClientConfig
/** Queries outside a transaction. A `Tx` fits where a `Db` is asked for, not the other way round. */
export type Db = Kysely<Tables>
/** Queries inside one; functions named `lock…` ask for it. */
export type Tx = Transaction<Tables>
