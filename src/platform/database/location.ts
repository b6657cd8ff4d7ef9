import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownUser } from './own-user.ts'
import { canReach, UNPRIVILEGED_USER } from './run-as.ts'
import type { RunAs } from './run-as.ts'
import { DatabaseStartError } from './start-error.ts'

/** Folders and operating-system user of the embedded server. */
export type DatabaseLocation = {
  /** Parent folder of the server's files. Only the service creates files directly in this folder. */
  home: string
  cluster: string
  logs: string
  runAs: RunAs
  /** True if the cluster still belongs to the user `nobody`, as it did in earlier releases. */
  wasNobodys: boolean
  /** Notice for the operator, or null. */
  notice: string | null
}

/**
 * Chooses a folder for the server's files, normally in `dataDir`. If the service runs as root and the database user cannot access that
 * folder, uses a permanent folder in `sharedDir` instead, and records its path in the file `dataDir/postgres-is-at`. @throws
 * {DatabaseStartError} `not_writable` if neither folder can be used.
 */
export async function resolveLocation(dataDir: string, sharedDir: string): Promise<DatabaseLocation> {
  makeFolder(dataDir)
  const inside = join(realpathSync(dataDir), 'postgres')
  const pointer = join(dataDir, 'postgres-is-at')
  if (existsSync(pointer)) {
    const home = pointedTo(pointer)
    return { ...layOut(home, await userFor(join(home, 'cluster'))), notice: noticeOf(pointer) }
  }
  const runAs = await userFor(join(inside, 'cluster'))

  makeFolder(inside)
  if (canReach(inside, runAs)) return { ...layOut(inside, runAs), notice: null }

  if (existsSync(join(inside, 'cluster'))) {
    throw new DatabaseStartError(
      'not_writable',
      `The database in ${inside} belongs to uid ${runAs?.uid}, which cannot enter a parent folder. ` +
        'Allow access (chmod o+x on the parent folders), or move the whole data folder to an accessible place.',
    )
  }
  const home = join(sharedDir, createHash('sha256').update(inside).digest('hex').slice(0, 16))
  makeFolder(sharedDir)
  const location = layOut(home, runAs)
  writeFileSync(join(home, 'belongs-to'), `${inside}\n`)
  writeFileSync(pointer, `${home}\n`)
  return { ...location, notice: noticeOf(pointer) }
}

/**
 * Returns the user that runs the server: a dedicated user, or the ordinary user that already owns the cluster. Returns null if the service
 * does not run as root.
 */
async function userFor(cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  if (!existsSync(cluster)) return ownUser()
  const { uid, gid } = lstatSync(cluster)
  return uid === 0 || uid === UNPRIVILEGED_USER.uid ? ownUser() : { uid, gid }
}

function pointedTo(pointer: string): string {
  const home = readFileSync(pointer, 'utf8').trim()
  if (existsSync(home)) return home
  throw new DatabaseStartError(
    'not_writable',
    `${pointer} names ${home} as the database folder, but nothing is there. ` +
      'Restore that folder, or delete the file to start with an empty database.',
  )
}

function noticeOf(pointer: string): string {
  return (
    `The database files are at ${readFileSync(pointer, 'utf8').trim()}: PostgreSQL does not run as root, and its user ` +
    'cannot enter the data folder. Back up that folder too, or set DATABASE_URL.'
  )
}

/**
 * Creates the folders. The service owns `home`, so that no other user can place a link there. The server's user owns only the server's
 * files.
 */
function layOut(home: string, runAs: RunAs): Omit<DatabaseLocation, 'notice'> {
  makeFolder(home)
  const logs = join(home, 'log')
  makeFolder(logs)
  const cluster = join(home, 'cluster')
  const wasNobodys = runAs !== null && existsSync(cluster) && lstatSync(cluster).uid === UNPRIVILEGED_USER.uid
  if (!wasNobodys) own(logs, 0o700, runAs)
  return { home, cluster, logs, runAs, wasNobodys }
}

/** Makes the database server's user the owner of a folder, and sets the folder's mode to exactly `mode`. */
export function own(folder: string, mode: number, runAs: RunAs): void {
  if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid)
  chmodSync(folder, mode)
}

function makeFolder(folder: string): void {
  try {
    // Mode 711 lets users enter the folder but not list it. An existing folder keeps its mode.
    const made = mkdirSync(folder, { recursive: true, mode: 0o711 })
    if (made !== undefined) chmodSync(folder, 0o711) // sets the mode again, because the umask may have cleared some of its bits
  } catch (error) {
    throw new DatabaseStartError('not_writable', `The folder ${folder} cannot be created: ${(error as Error).message}.`, { cause: error })
  }
}
