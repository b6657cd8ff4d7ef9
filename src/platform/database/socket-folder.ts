import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { own } from './location.ts'
import type { DatabaseLocation } from './location.ts'

/**
 * Maximum length of the folder's path, in bytes. With `.s.PGSQL.5432`, the whole socket path may have 107 bytes on Linux and 103 on macOS.
 */
const LONGEST_FOLDER = 103 - '/.s.PGSQL.5432'.length

const SHORT = '/tmp/marketplace-'

/**
 * Creates the socket folder, which only the server's user can open. It is in `home` or, if that path is too long, a random folder in /tmp.
 */
export function makeSocketFolder(location: DatabaseLocation): string {
  const inside = join(location.home, 'socket')
  if (Buffer.byteLength(inside) > LONGEST_FOLDER) {
    const folder = mkdtempSync(SHORT)
    own(folder, 0o700, location.runAs)
    return folder
  }
  mkdirSync(inside, { recursive: true, mode: 0o700 })
  own(inside, 0o700, location.runAs)
  return inside
}

/** Removes a socket folder in /tmp. Leaves a socket folder in `home`. */
export function removeSocketFolder(folder: string): void {
  if (folder.startsWith(SHORT) && dirname(folder) === '/tmp') rmSync(folder, { recursive: true, force: true })
}
