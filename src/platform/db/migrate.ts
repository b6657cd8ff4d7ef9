import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client, ClientConfig } from 'pg'
import { MigrationError, readMigrations } from './migration-files.ts'
import type { MigrationFile } from './migration-files.ts'
import { isRetryable } from './transaction.ts'
import { withClient } from './with-client.ts'

export { MigrationError } from './migration-files.ts'

/** Key of the advisory lock that serializes migrations. No other lock uses this key. */
const LOCK = 7_310_425_518

export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

let names: string[] | undefined

/** Returns the names of this release's migrations. Reads the folder on the first call only. */
export const migrationNames = (): readonly string[] => (names ??= readMigrations(MIGRATIONS).map(({ name }) => name))

export type MigrateOptions = {
  folder?: string
  log?: { info(fields: object, message: string): void }
  patience?: Patience
  /** Applies only these migrations. A restore uses this option to create the schema as of the backup. */
  only?: ReadonlySet<string>
}

/**
 * Applies the pending migrations of a folder in order, each in a separate transaction, and returns their names. Also applies a pending file
 * that is dated before an applied one. Only one process migrates at a time. Migrations of a newer release may already be applied, because
 * every migration keeps the schema compatible with the previous release (CONTRIBUTING.md, Add a migration).
 * @throws {MigrationError} if an applied file was changed, or a file's SQL fails.
 */
export async function migrate(connection: ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, log, only } = options
  const files = readMigrations(folder).filter(({ name }) => only?.has(name) ?? true)
  return withClient(connection, 'migrations', async (client) => {
    // the session holds the lock; waiting for a different process to release it has no time limit
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const pending = findPending(files, await readApplied(client))
    for (const file of pending) {
      await inOneGo(client, file, options)
      log?.info({ migration: file.name }, 'The database was migrated.')
    }
    return pending.map((file) => file.name)
  })
}

type Applied = { name: string; sha256: string }

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, sha256 from schema_migrations')
  return rows
}

function findPending(files: MigrationFile[], applied: Applied[]): MigrationFile[] {
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]))
  const changed = files.find(({ name, sha256 }) => hashes.has(name) && hashes.get(name) !== sha256)
  if (changed)
    throw new MigrationError(
      `Migration ${changed.name} was changed after it was applied. Restore the original file and put the change in a new one.`,
    )
  return files.filter(({ name }) => !hashes.has(name))
}

/**
 * Limits on the wait for a table lock, in ms. A statement that waits for the lock blocks all later requests for that table. A migration
 * therefore waits at most `lockMs`, then rolls back. It retries with backoff for up to `forMs`. It handles deadlocks in the same way.
 */
export type Patience = { lockMs: number; forMs: number }
const PATIENCE: Patience = { lockMs: 2_000, forMs: 120_000 }
const LONGEST_PAUSE_MS = 10_000

async function inOneGo(client: Client, file: MigrationFile, { log, patience = PATIENCE }: MigrateOptions): Promise<void> {
  const until = performance.now() + patience.forMs
  for (let tries = 1; ; tries++) {
    const error = await tryOnce(client, file, patience.lockMs)
    if (error === null) return
    if (!isRetryable(error) || performance.now() > until)
      throw new MigrationError(
        `Migration ${file.name} failed and was rolled back: ${(error as Error).message}${lineOf(file.sql, error)}.`,
        {
          cause: error,
        },
      )
    log?.info({ migration: file.name, tries, why: (error as Error).message }, 'A migration could not get its lock and will be retried.')
    await sleep(Math.min(patience.lockMs * 2 ** (tries - 1), LONGEST_PAUSE_MS) + randomInt(100))
  }
}

async function tryOnce(client: Client, { name, sql, sha256 }: MigrationFile, lockMs: number): Promise<unknown> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query(sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
    return null
  } catch (error) {
    await client.query('rollback').catch(() => {})
    return error
  }
}

function lineOf(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
}
