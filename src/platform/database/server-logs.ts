import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_FILES = 5

/** Keeps the newest server logs: five files that the server itself begins anew at 10 MB or after a day. */
export function pruneLogs(folder: string): void {
  for (const name of oldestFirst(folder).slice(0, -KEPT_FILES)) rmSync(join(folder, name), { force: true })
}

/** The end of the newest log, of at most 2,000 characters: why a server gave up. Empty when there is none. */
export function lastWords(folder: string): string {
  const newest = oldestFirst(folder).at(-1)
  return newest === undefined ? '' : readFileSync(join(folder, newest), 'utf8').slice(-2_000).trim()
}

function oldestFirst(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('postgresql-'))
    .sort()
}
