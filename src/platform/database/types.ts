import type { ClientConfig } from 'pg'

/** An open database and its connection settings. */
export type Database = {
  kind: 'embedded' | 'server'
  /** Settings for `pg.Client` and `pg.Pool` to connect directly to the server. */
  connection: ClientConfig
  /** Settings for connecting to the pooler, for work without session state. Null if there is no pooler. */
  pooled: ClientConfig | null
  /** One line for the startup log, without secrets. */
  describe: string
  /** Shuts down an embedded server. Close the pools first. Repeated calls are allowed. */
  stop(): Promise<void>
}

/** The methods of pino's logger that the database code uses. */
export type DatabaseLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
