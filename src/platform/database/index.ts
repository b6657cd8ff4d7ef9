import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import type { Database, DatabaseLog } from './types.ts'

export { DatabaseStartError } from './start-error.ts'
export type { DatabaseStartCode } from './start-error.ts'
export type { Database, DatabaseLog } from './types.ts'

export type DatabaseOptions = {
  /** `DATABASE_URL`, or null for the embedded server. */
  url: string | null
  /** `DATABASE_DIRECT_URL`: bypasses the pooler when `url` leads to one. */
  directUrl?: string | null
  /** `DATABASE_POOLER=prepared`: the pooler supports named statements; `openServer` verifies it. */
  names?: boolean
  /** Data folder of the service; the embedded server uses `postgres/` in it. */
  dataDir: string
}

/**
 * Opens this process's database: the server of `DATABASE_URL`, or an embedded PostgreSQL, started, adopted or repaired as
 * needed.
 * @throws {DatabaseStartError} with a message for the person who starts the service.
 */
export function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  if (options.url !== null) return openServer(options.url, options.directUrl ?? null, options.names)
  return openEmbedded({ dataDir: options.dataDir }, log)
}
