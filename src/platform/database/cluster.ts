import { spawn } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { own } from './location.ts'
import type { DatabaseLocation } from './location.ts'
import { spawnOptions } from './run-as.ts'
import { DatabaseStartError } from './start-error.ts'

/** Superuser of the embedded server. Used only for setup and monitoring. */
export const SUPERUSER = 'postgres'

/**
 * Creates the database cluster on the first startup. Works in a temporary folder and renames it at the end, so that an interrupted startup
 * leaves no partial cluster. @throws {DatabaseStartError} if initdb fails, or if the existing cluster has a different major version.
 */
export async function ensureCluster(location: DatabaseLocation, binaries: Binaries, durable: boolean): Promise<void> {
  const versionFile = join(location.cluster, 'PG_VERSION')
  if (existsSync(versionFile)) return checkVersion(location, binaries, readFileSync(versionFile, 'utf8').trim())

  const draft = join(location.home, 'cluster.new')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  own(draft, 0o700, location.runAs)
  await initdb(location, binaries, draft, durable)
  renameSync(draft, location.cluster)
  syncFolder(location.home)
}

function checkVersion(location: DatabaseLocation, binaries: Binaries, found: string): void {
  if (found === String(binaries.major)) return
  throw new DatabaseStartError(
    'not_running',
    `The database in ${location.cluster} was made by PostgreSQL ${found}, but this release includes PostgreSQL ${binaries.major}. ` +
      'Dump it with the earlier release and load it with this one.',
  )
}

function initdb(location: DatabaseLocation, binaries: Binaries, folder: string, durable: boolean): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      ...['-D', folder, '--username', SUPERUSER, '--auth', 'trust', '--encoding', 'UTF8'],
      ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-instructions'],
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...spawnOptions(location.runAs), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      reject(
        new DatabaseStartError(
          'not_running',
          `The database could not be created in ${folder}: ${output.trim()}. Set DATABASE_URL to use a server instead.`,
        ),
      )
    })
  })
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Writes the settings and `pg_hba.conf` at every startup. Returns the path of the settings file. Every user who can open the socket can
 * connect, so its folder has mode 0700. The server does not listen on the network.
 */
export function writeSettings(location: DatabaseLocation, durable: boolean): string {
  const door = join(location.home, 'pg_hba.conf')
  writeFileSync(door, 'local all all trust\n', { mode: 0o644 })
  const settings = {
    hba_file: door,
    listen_addresses: '',
    unix_socket_permissions: '0700',
    // one test database server serves many instances of the service
    max_connections: durable ? 100 : 400,
    ...memory(),
    random_page_cost: 1.1,
    // Queries are small and sequential. Parallel query plans need more space in /dev/shm than containers provide.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: location.logs,
    log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
    log_rotation_size: '10MB',
    log_rotation_age: '1d',
    // Excludes from the log errors that the service expects, such as unique violations and timeouts.
    log_min_messages: 'log',
    log_min_duration_statement: '1s',
    log_parameter_max_length: 0,
    log_checkpoints: 'off',
    ...(durable ? { fsync: 'on', synchronous_commit: 'on' } : FOR_TESTS),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`)
  const path = join(location.home, 'postgresql.conf')
  writeFileSync(path, `# Written at every start; changes are lost.\n${lines.join('\n')}\n`, { mode: 0o644 })
  return path
}

/**
 * Settings for a test server, which runs for minutes and stores no durable data: minimal WAL, and no autovacuum, which would have to visit
 * hundreds of databases.
 */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  // makes PostgreSQL create a database by letting the kernel clone the template's files
  file_copy_method: 'clone',
}

function memory() {
  const limit = process.constrainedMemory()
  const totalMb = Math.min(os.totalmem(), limit > 0 ? limit : Infinity) / 2 ** 20
  return {
    shared_buffers: `${Math.floor(Math.min(256, Math.max(16, totalMb / 8)))}MB`,
    effective_cache_size: `${Math.floor(Math.max(64, totalMb / 2))}MB`,
  }
}
