import { prepareDataFolder } from '#platform/files/data-folder.ts'
import { openDatabase, type Database } from '#platform/database/index.ts'
import type { Config } from '#platform/config/index.ts'
import type { Log } from '#platform/telemetry/log.ts'

/**
 * Prepares the data folder and opens the configured database. An entry point can call this before it loads the rest of the service.
 * @throws {DataFolderError} @throws {DatabaseStartError}
 */
export async function prepareDatabase({ database: { url, directUrl, pooler }, dataDir }: Config, log: Log): Promise<Database> {
  await prepareDataFolder(dataDir)
  return openDatabase({ url, directUrl, names: pooler === 'prepared', dataDir }, log)
}
