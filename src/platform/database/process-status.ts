import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { DATABASE, ROLE } from './embedded.ts'
import { isServerOf, readPidFile } from './server-process.ts'

/** Returns the connection settings and the pid of the embedded server, for external tools. Returns null if the server is not running. */
export function runningServer(dataDir: string): (ClientConfig & { pid: number }) | null {
  const pointer = join(dataDir, 'postgres-is-at')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
  const cluster = join(home, 'cluster')
  const found = readPidFile(cluster)
  if (found === null || !found.ready || !isServerOf(found.pid, cluster)) return null
  return { pid: found.pid, host: found.socketFolder, port: 5432, user: ROLE, database: DATABASE, ssl: false }
}
