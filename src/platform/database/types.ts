import type { ClientConfig } from 'pg'

/** An open database: its address, and how to close it. */
export type Database = {
  kind: 'embedded' | 'server'
  /** Settings for `pg.Client` and `pg.Pool` that reach the server directly. */
  connection: ClientConfig
  /** Settings that reach the pooler, for work without session state; null without a pooler. */
  pooled: ClientConfig | null
  /** One line for the start of the log, without secrets. */
  describe: string
  /** Releases the database and shuts down an embedded server. End the pools first. May be called twice. */
  stop(): Promise<void>
}

/** The methods of a logger that are used here; pino has them. */
export type DatabaseLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
