import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import type { Database, DatabaseLog } from './types.ts'

export { DatabaseStartError } from './start-error.ts'
export type { DatabaseStartCode } from './start-error.ts'
export type { Database, DatabaseLog } from './types.ts'

export type DatabaseOptions = {
  /** `DATABASE_URL`, or null for the embedded server. */
  url: string | null
  /** `DATABASE_DIRECT_URL`: past the pooler, where `url` leads to one. */
  directUrl?: string | null
  /** Folder of the service's own data; the embedded server lives in `postgres/` below it. */
  dataDir: string
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
