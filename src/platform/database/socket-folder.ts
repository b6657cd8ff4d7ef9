import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { own } from './location.ts'
import type { DatabaseLocation } from './location.ts'

/** Linux takes 107 bytes, macOS 103; the file in the folder is called `.s.PGSQL.5432`. */
const LONGEST_FOLDER = 103 - '/.s.PGSQL.5432'.length

const SHORT = '/tmp/marketplace-'

/**
 * Makes the folder of the socket, open to the server's user alone: in the home, or below /tmp with a name nobody can
 * foresee when the home's path is too long for a socket.
 */
export function makeSocketFolder(place: DatabaseLocation): string {
  const inside = join(place.home, 'socket')
  if (Buffer.byteLength(inside) > LONGEST_FOLDER) {
    const folder = mkdtempSync(SHORT)
    own(folder, 0o700, place.runAs)
    return folder
  }
  mkdirSync(inside, { recursive: true, mode: 0o700 })
  own(inside, 0o700, place.runAs)
  return inside
}

/** Takes away a folder below /tmp; the one in the home stays. */
export function removeSocketFolder(folder: string): void {
  if (folder.startsWith(SHORT) && dirname(folder) === '/tmp') rmSync(folder, { recursive: true, force: true })
}
