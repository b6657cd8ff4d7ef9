import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import type { Database, DatabaseLog } from './types.ts'

export { DatabaseStartError } from './start-error.ts'
export type { DatabaseStartCode } from './start-error.ts'
export type { Database, DatabaseLog } from './types.ts'

export type DatabaseOptions = {
  /** Value of `DATABASE_URL`, or null for the embedded server. */
  url: string | null
  /** Value of `DATABASE_DIRECT_URL`, which bypasses the pooler at `url`. */
  directUrl?: string | null
  /**
   * True for `DATABASE_POOLER=prepared`: the operator declares that the pooler supports named statements, and `openDatabase` verifies this.
   */
  names?: boolean
  /** Data folder. The embedded server uses its subfolder `postgres/`. */
  dataDir: string
}

/**
 * Connects to the server at `DATABASE_URL`. Without that URL, starts, adopts or repairs an embedded PostgreSQL server. @throws
 * {DatabaseStartError} with a message for the operator.
 */
export function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  if (options.url !== null) return openServer(options.url, options.directUrl ?? null, options.names)
  return openEmbedded({ dataDir: options.dataDir }, log)
}
