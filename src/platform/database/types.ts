import type { ClientConfig } from 'pg'

/** An open database: where to connect, and how to close it. */
export type Database = {
  kind: 'embedded' | 'server'
  /** Settings for `pg.Client` and `pg.Pool`: the server itself. */
  connection: ClientConfig
  /** Through a pooler, where there is one: for what needs nothing of a session. */
  pooled: ClientConfig | null
  /** One line for the start of the log, without secrets. */
  describe: string
  /** Lets go of it; an embedded server is shut down. End the pools first. May be called twice. */
  stop(): Promise<void>
}

/** The part of a logger that is needed here; pino fits. */
export type DatabaseLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
