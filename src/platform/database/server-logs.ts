import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_FILES = 5

/** Deletes all but five server logs. The server rotates at 10 MB or daily. */
export function pruneLogs(folder: string): void {
  for (const name of oldestFirst(folder).slice(0, -KEPT_FILES)) rmSync(join(folder, name), { force: true })
}

/** Returns the newest log's last 2,000 characters, or an empty text. */
export function lastLogLines(folder: string): string {
  const newest = oldestFirst(folder).at(-1)
  return newest === undefined ? '' : readFileSync(join(folder, newest), 'utf8').slice(-2_000).trim()
}

function oldestFirst(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('postgresql-'))
    .sort()
}
