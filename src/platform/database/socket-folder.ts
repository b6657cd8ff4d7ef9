import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { own } from './location.ts'
import type { DatabaseLocation } from './location.ts'

/** A socket path holds 107 bytes on Linux and 103 on macOS, with `.s.PGSQL.5432`. */
const LONGEST_FOLDER = 103 - '/.s.PGSQL.5432'.length

const SHORT = '/tmp/marketplace-'

/** Creates the socket's folder, open to the server's user only. Uses the home, or a random name in /tmp when that path is too long. */
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

/** Removes a folder in /tmp; keeps one in the home. */
export function removeSocketFolder(folder: string): void {
  if (folder.startsWith(SHORT) && dirname(folder) === '/tmp') rmSync(folder, { recursive: true, force: true })
}
