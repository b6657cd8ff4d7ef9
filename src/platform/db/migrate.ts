import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { MigrationError, readMigrations } from './migration-files.ts'
import type { MigrationFile } from './migration-files.ts'
import { mayPass } from './transaction.ts'
import { supersededText, textOfToday } from './superseded.ts'
import { stopsEarlierRelease } from './upgrade-plan.ts'

export { MigrationError } from './migration-files.ts'

export type MigrationState = { applied: string[]; pending: string[] }

/** Any number that nobody else uses for `pg_advisory_lock`. */
const LOCK = 7_310_425_518

/** The migrations of this release. */
export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

let names: string[] | undefined

/** The names of the migrations of this release, read once. */
export const migrationNames = (): readonly string[] => (names ??= readMigrations(MIGRATIONS).map(({ name }) => name))

export type MigrateOptions = {
  folder?: string
  log?: { info(fields: object, message: string): void }
  /** Called with each name before that file is applied. */
  beforeEach?: (name: string) => Promise<void>
  patience?: Patience
  /** These alone: what an older database had, to be filled with what it held. */
  only?: ReadonlySet<string>
}

/**
 * Brings the schema up to date from a folder of migrations: applies those that are missing, in order, each in a transaction
 * of its own. One that landed late, with an older number than some that are applied, is applied all the same; what an older
 * text of a file made is first brought to its text of today. Processes that start together do it once: the others wait.
 * What a newer release applied stays, where that release noted that this one can go on. Returns what this call applied.
 * @throws {MigrationError} when an applied file was changed, when a newer release's keeps this one from working, or when a file's SQL fails.
 */
export async function migrate(connection: ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, log, beforeEach, only } = options
  const files = readMigrations(folder).filter(({ name }) => only?.has(name) ?? true)
  const client = new Client({ ...connection, application_name: 'marketplace migrations' })
  client.on('error', () => {})
  await client.connect()
  try {
    // Held by the session, so it ends with it, however that ends. Waiting for another process has no limit but its end.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await prepareRecords(client, options)
    const applied = await readApplied(client)
    const pending = findPending(files, applied)
    for (const row of applied) await bringToToday(client, row, options)
    for (const file of pending) {
      await beforeEach?.(file.name)
      await apply(client, file, options)
      log?.info({ migration: file.name }, 'The database was migrated.')
    }
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/**
 * What is applied and what is not, without changing anything: for readiness (reliability 5.8, "schema at head").
 * @throws {MigrationError} as `migrate` does.
 */
export async function migrationState(db: Pick<Client, 'query'>, folder = MIGRATIONS): Promise<MigrationState> {
  const files = readMigrations(folder)
  const found = await db.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`)
  const applied = found.rows[0]?.there ? await readApplied(db) : []
  const pending = findPending(files, applied)
  const old = applied.filter((row) => supersededText(row) !== undefined)
  return {
    applied: applied.filter((row) => !old.includes(row)).map((row) => row.name),
    pending: [...old, ...pending].map(({ name }) => name),
  }
}

type Applied = { name: string; sha256: string; stopsEarlier?: boolean }

/** Makes the table of what is applied. One that an older release made lacks the last column. */
async function prepareRecords(client: Client, options: MigrateOptions): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now(),
       stops_earlier boolean not null default true)`,
  )
  if (await notesWhoStops(client)) return
  const sql = 'alter table schema_migrations add column if not exists stops_earlier boolean not null default true'
  await inOneGo(client, { name: 'schema_migrations', sql, note: async () => {} }, options)
}

/** Whether the release that applied the last migrations starts beside those of a newer one. */
export async function notesWhoStops(db: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ notes: boolean }>(
    `select exists (select from pg_attribute
       where attrelid = to_regclass('schema_migrations') and attname = 'stops_earlier' and not attisdropped) as notes`,
  )
  return rows[0]!.notes
}

async function readApplied(db: Pick<Client, 'query'>): Promise<Applied[]> {
  // by way of JSON, since a table that an older release made lacks the column
  const { rows } = await db.query<Applied>(
    `select name, sha256, coalesce((to_jsonb(m) ->> 'stops_earlier')::boolean, true) as "stopsEarlier"
     from schema_migrations m order by name collate "C"`,
  )
  return rows
}

function findPending(files: MigrationFile[], applied: Applied[]): MigrationFile[] {
  const hashes = new Map(files.map((file) => [file.name, file.sha256]))
  for (const row of applied) {
    const { name, sha256 } = textOfToday(row)
    const hash = hashes.get(name)
    if (hash === undefined) {
      if (row.stopsEarlier === false) continue
      throw new MigrationError(
        `The database has migration ${name}, which this release does not know and cannot work with. Start the release that brought it, or a newer one.`,
      )
    }
    if (hash !== sha256) {
      throw new MigrationError(
        `Migration ${name} was changed after it had been applied. Put it back as it was and make a new file for the change.`,
      )
    }
  }
  const done = new Set(applied.map((row) => textOfToday(row).name))
  return files.filter((file) => !done.has(file.name))
}

function apply(client: Client, { name, sql, sha256 }: MigrationFile, options: MigrateOptions): Promise<void> {
  const note = () =>
    client.query('insert into schema_migrations (name, sha256, stops_earlier) values ($1, $2, $3)', [
      name,
      sha256,
      stopsEarlierRelease(sql),
    ])
  return inOneGo(client, { name, sql, note }, options)
}

/** Makes of a database that knows an older text of a file what the text of today would have made, step by step. */
async function bringToToday(client: Client, row: Applied, options: MigrateOptions): Promise<void> {
  const step = supersededText(row)
  if (step === undefined) return
  const { name, sha256 } = step.next
  const note = () => client.query('update schema_migrations set name = $1, sha256 = $2 where name = $3', [name, sha256, row.name])
  await inOneGo(client, { name: row.name, sql: step.sql, note }, options)
  options.log?.info({ migration: row.name }, 'An older text of a migration was brought to a newer one.')
  await bringToToday(client, step.next, options)
}

type Step = { name: string; sql: string; note: () => Promise<unknown> }

/**
 * Whoever waits for a whole table stands in front of all requests for it. So a file waits for `lockMs` at most, is undone, lets the
 * others by and comes again, ever more seldom, until `forMs` are over; so it does where the database undid it to end a deadlock.
 */
export type Patience = { lockMs: number; forMs: number }
const PATIENCE: Patience = { lockMs: 2_000, forMs: 120_000 }
const LONGEST_PAUSE_MS = 10_000

async function inOneGo(client: Client, step: Step, { log, patience = PATIENCE }: MigrateOptions): Promise<void> {
  const until = performance.now() + patience.forMs
  for (let tries = 1; ; tries++) {
    const error = await tryOnce(client, step, patience.lockMs)
    if (error === null) return
    if (!mayPass(error) || performance.now() > until)
      throw new MigrationError(`Migration ${step.name} failed and was undone: ${(error as Error).message}${lineOf(step.sql, error)}.`, {
        cause: error,
      })
    log?.info({ migration: step.name, tries, why: (error as Error).message }, 'A migration lets others by and will be tried again.')
    await sleep(Math.min(patience.lockMs * 2 ** (tries - 1), LONGEST_PAUSE_MS) + randomInt(100))
  }
}

async function tryOnce(client: Client, { sql, note }: Step, lockMs: number): Promise<unknown> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query(sql)
    await note()
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
