import { openDatabase, type Database } from '#platform/database/index.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

/** The database of the settings. What loads little may begin with it before the service is loaded. Errors: `DatabaseStartError`. */
export function beginDatabase({ database: { url, directUrl, pooler }, dataDir }: Config, log: Log): Promise<Database> {
  return openDatabase({ url, directUrl, names: pooler === 'prepared', dataDir }, log)
}
