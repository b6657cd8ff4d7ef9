import type { ClientConfig } from 'pg'

/** Open database with its connection settings. */
export type Database = {
  kind: 'embedded' | 'server'
  /** Settings for `pg.Client` and `pg.Pool` that connect directly to the server. */
  connection: ClientConfig
  /** Settings that connect to the pooler, for work without session state. Null without a pooler. */
  pooled: ClientConfig | null
  /** One line for the log at startup, without secrets. */
  describe: string
  /** Shuts down an embedded server. End the pools first. May be called more than once. */
  stop(): Promise<void>
}

/** Subset of pino's logger methods. */
export type DatabaseLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
