import type { Kysely, Transaction } from 'kysely'
import type { ClientConfig } from 'pg'
import type { Tables } from './tables.ts'

/** Address of a database, for code that opens its own connection through `platform/db`. */
export type Connection = ClientConfig
/** Database handle outside a transaction. A function that takes a `Db` also takes a `Tx`, but not the reverse. */
export type Db = Kysely<Tables>
/** Database handle inside a transaction. Functions named `lock…` require it. */
export type Tx = Transaction<Tables>
