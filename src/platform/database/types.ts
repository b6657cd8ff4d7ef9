import type { ClientConfig } from 'pg'

/** An open database. */
export type Database = {
  kind: 'embedded' | 'server'
  /** For `pg.Client` and `pg.Pool`; reaches the server directly. */
  connection: ClientConfig
  /** Reaches the pooler, for work without session state; null without one. */
  pooled: ClientConfig | null
  /** One line for the start of the log, without secrets. */
  describe: string
  /** Shuts down an embedded server. End the pools first. May be called twice. */
  stop(): Promise<void>
}

/** Subset of pino's methods. */
export type DatabaseLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
