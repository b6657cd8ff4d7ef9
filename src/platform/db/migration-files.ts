import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type MigrationFile = { name: string; sql: string; sha256: string }

/** Thrown if a migration cannot be applied. The message says what the operator must do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Reads the files `YYYYMMDDHHMMSS_name.sql` in order. The oldest files start with four digits, which sort before every date.
 * @throws {MigrationError} if a file name does not match this pattern, or two files have the same number.
 */
export function readMigrations(folder: string): MigrationFile[] {
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{4}|20\d{12})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (number === undefined) throw new MigrationError(`${join(folder, name)} must be named YYYYMMDDHHMMSS_name.sql; rename it.`)
    const duplicate = numbers.get(number)
    if (duplicate !== undefined) throw new MigrationError(`${duplicate} and ${name} have the same number; renumber the later one.`)
    numbers.set(number, name)
  }
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}
