import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError } from './start-error.ts'

export type OwnerLock = { release(): void }

const SQLITE_BUSY = 5

/**
 * Makes this process the only owner of the folder. Node has no file locks, so the lock is an exclusive transaction on an SQLite file. The
 * kernel releases the lock when the process ends, even after `kill -9`. Waits up to `waitMs` for a previous owner that is shutting down.
 * @throws {DatabaseStartError} `in_use`, with the owner's pid.
 */
export async function lockOwner(home: string, waitMs = 1_000): Promise<OwnerLock> {
  // Never open this file elsewhere in this process. Closing a second file descriptor for the file would release the lock.
  const held = await take(join(home, 'owner.lock'), waitMs)
  const pidFile = join(home, 'owner.pid')
  if (held === null) throw inUse(home, pidFile)
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release() {
      if (!held.isOpen) return
      rmSync(pidFile, { force: true })
      held.close()
    },
  }
}

async function take(path: string, waitMs: number): Promise<DatabaseSync | null> {
  const deadline = performance.now() + waitMs
  const file = open(path)
  for (;;) {
    try {
      file.exec('begin exclusive')
      return file
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > deadline) {
        file.close()
        if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
        throw new DatabaseStartError('not_writable', `${path} cannot be locked: ${(error as Error).message}.`, { cause: error })
      }
      await sleep(25)
    }
  }
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw new DatabaseStartError('not_writable', `${path} cannot be opened: ${(error as Error).message}.`, { cause: error })
  }
}

function inUse(home: string, pidFile: string): DatabaseStartError {
  const pid = readPid(pidFile)
  return new DatabaseStartError(
    'in_use',
    `The data folder ${home} is in use by process ${pid ?? 'unknown (it is just starting)'}. ` +
      'Stop that process, set another DATA_DIR for this process, or set DATABASE_URL to run several processes on one database.',
    { pid },
  )
}

function readPid(pidFile: string): number | null {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
  } catch {
    return null
  }
}
