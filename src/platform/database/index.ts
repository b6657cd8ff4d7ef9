import type { ClientConfig } from 'pg'
import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'

export { DatabaseStartError } from './start-error.ts'
export type { DatabaseStartCode } from './start-error.ts'

/** An open database: where to connect, and how to let go of it. */
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

export type DatabaseOptions = {
  /** `DATABASE_URL`, or null for the embedded server. */
  url: string | null
  /** `DATABASE_DIRECT_URL`: past the pooler, where `url` leads to one. */
  directUrl?: string | null
  /** Folder of the service's own data; the embedded server lives in `postgres/` below it. */
  dataDir: string
}

/** The part of a logger that is needed here; pino fits. */
export type DatabaseLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Opens the database of this process: the server of `DATABASE_URL`, or an embedded PostgreSQL that is started,
 * adopted or repaired as needed.
 * @throws {DatabaseStartError} with a message for the person who starts the service.
 */
export function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  if (options.url !== null) return openServer(options.url, options.directUrl ?? null)
  return openEmbedded({ dataDir: options.dataDir }, log)
}
