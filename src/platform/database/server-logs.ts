import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 5

/** Deletes all server logs except the newest five. A new log begins every day, or as soon as the current log reaches 10 MB. */
export function pruneLogs(folder: string): void {
  for (const name of oldestFirst(folder).slice(0, -MAX_FILES)) rmSync(join(folder, name), { force: true })
}

/** Returns the last 2,000 characters of the newest log, or an empty string. */
export function lastLogLines(folder: string): string {
  const newest = oldestFirst(folder).at(-1)
  return newest === undefined ? '' : readFileSync(join(folder, newest), 'utf8').slice(-2_000).trim()
}

function oldestFirst(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('postgresql-'))
    .sort()
}
