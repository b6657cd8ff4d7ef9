import type { Kysely, Transaction } from 'kysely'
import type { ClientConfig } from 'pg'
import type { Tables } from './tables.ts'

/** Connection settings for code that opens its own database connection through `platform/db`. */
export type Connection = ClientConfig
/** Database handle outside a transaction. Functions that accept a `Db` also accept a `Tx`, but not the reverse. */
export type Db = Kysely<Tables>
/** Database handle inside a transaction. Functions named `lock…` require this type. */
export type Tx = Transaction<Tables>
