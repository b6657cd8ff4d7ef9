import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_FILES = 5

/** Keeps the newest server logs: five files that the server itself begins anew at 10 MB or after a day. */
export function pruneLogs(folder: string): void {
  const oldestFirst = readdirSync(folder)
    .filter((name) => name.startsWith('postgresql-'))
    .sort()
  for (const name of oldestFirst.slice(0, -KEPT_FILES)) rmSync(join(folder, name), { force: true })
}
