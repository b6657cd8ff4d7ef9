import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import type { Database, DatabaseLog } from './types.ts'

export { DatabaseStartError } from './start-error.ts'
export type { DatabaseStartCode } from './start-error.ts'
export type { Database, DatabaseLog } from './types.ts'

export type DatabaseOptions = {
  /** `DATABASE_URL`, or null for the embedded server. */
  url: string | null
  /** `DATABASE_DIRECT_URL`: bypasses a pooler at `url`. */
  directUrl?: string | null
  /** `DATABASE_POOLER=prepared`: the pooler supports named statements; verified. */
  names?: boolean
  /** Data folder; the embedded server uses `postgres/` in it. */
  dataDir: string
}

/**
 * Opens the server of `DATABASE_URL`, or starts, adopts or repairs an embedded PostgreSQL.
 * @throws {DatabaseStartError} with a message for the operator.
 */
export function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  if (options.url !== null) return openServer(options.url, options.directUrl ?? null, options.names)
  return openEmbedded({ dataDir: options.dataDir }, log)
}
