import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster, writeSettings } from './cluster.ts'
import type { Database, DatabaseLog } from './types.ts'
import { lockOwner } from './owner-lock.ts'
import { resolveLocation } from './location.ts'
import { bringUp, stopServer, superuserAt } from './postmaster.ts'
import { UNPRIVILEGED_USER } from './run-as.ts'
import { pruneLogs } from './server-logs.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { takeOver } from './take-over.ts'
import { watchServer } from './watch.ts'

/** Names of the service's role and database. The role is not a superuser, as is usual on an operator's own server. */
export const ROLE = 'marketplace'
export const DATABASE = 'marketplace'

export type EmbeddedOptions = {
  dataDir: string
  /** Folder for the server's files if the server's user cannot access the data folder. Used only if root starts the service. */
  sharedDir?: string
  packageFolder?: string
  /** If false, trades durability for speed. Only tests set it to false. */
  durable?: boolean
}

const SHARED_USER =
  'The database runs as the system user nobody, which other programs may share, because no separate user could be created. Add a user called resale-db, or run the service as an ordinary user.'

const SHARED_DIR = '/var/lib/resale-marketplace'

/**
 * Starts the embedded PostgreSQL for a data folder, or adopts a server that is already running. Restarts the server if it dies. @throws
 * {DatabaseStartError} with a message for the operator.
 */
export async function openEmbedded(options: EmbeddedOptions, log: DatabaseLog): Promise<Database> {
  const sharedDir = options.sharedDir ?? SHARED_DIR
  const location = await resolveLocation(options.dataDir, sharedDir)
  const lock = await lockOwner(location.home)
  const durable = options.durable ?? true
  try {
    if (location.notice !== null) log.warn({ home: location.home }, location.notice)
    if (await takeOver(location)) log.info({ home: location.home }, 'The database files now belong to a separate system user.')
    if (location.runAs?.uid === UNPRIVILEGED_USER.uid) log.warn({}, SHARED_USER)
    const binaries = findBinaries(location, sharedDir, options.packageFolder)
    await ensureCluster(location, binaries, durable)
    const settings = writeSettings(location, durable)
    pruneLogs(location.logs)

    let server = await bringUp(location, binaries, settings)
    // the connection pools store the path of the socket folder, so a restarted server must use the same path
    const { socketFolder } = server
    await ensureDatabase(superuserAt(socketFolder))
    const revive = async () => {
      server = await bringUp(location, binaries, settings, socketFolder)
    }
    const watch = await watchServer(superuserAt(socketFolder), revive, log)
    const pruning = setInterval(() => pruneLogs(location.logs), 3_600_000).unref()

    let stopping: Promise<void> | null = null
    const stop = async () => {
      clearInterval(pruning)
      await watch.end()
      await stopServer(server.pid, location.cluster)
      removeSocketFolder(socketFolder)
      lock.release()
    }
    return {
      kind: 'embedded',
      connection: { host: socketFolder, port: 5432, user: ROLE, database: DATABASE, ssl: false },
      pooled: null,
      describe: `PostgreSQL ${binaries.version}, embedded, ${server.adopted ? 'already running' : 'started'} in ${location.home}`,
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function ensureDatabase(superuser: ClientConfig): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [ROLE])
    if (roles.rowCount === 0) await client.query(`create role ${ROLE} login`)
    const databases = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLE}`)
  } finally {
    await client.end()
  }
}
