import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { openEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { prepareQueue } from '#platform/jobs/index.ts'

/** A test server with a migrated template database. Contains only plain data, because test files receive it as JSON. */
export type TestCluster = {
  connection: ClientConfig
  template: string
  /** A superuser's connection. */
  admin: ClientConfig
  /** SQL statements that reset a copy of the template database. Only the user in `admin` may run them. */
  empty: string
}

/**
 * Starts an embedded server without fsync, or uses the server at `TEST_DATABASE_URL` with a role that can create databases. Then prepares
 * the template with the tables of the service and of the job queue.
 */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { connection: parse(url), stop: async () => {} } : await startEmbedded()
  const template = `test_${process.pid}_${Date.now().toString(36)}`
  await run(server.connection, `create database ${template}`)
  await migrate({ ...server.connection, database: template })
  await prepareQueue({ ...server.connection, database: template })
  const admin = url ? server.connection : { ...server.connection, user: 'postgres' }
  const empty = await emptyingSql({ ...server.connection, database: template })
  return {
    cluster: { connection: server.connection, template, admin, empty },
    async stop() {
      await dropDatabase(server.connection, template)
      await server.stop()
    },
  }
}

/** Runs one statement on a new connection. */
export async function run(connection: ClientConfig, sql: string): Promise<void> {
  await read(connection, sql)
}

/** Runs one statement on a new connection, and returns the rows. */
export async function read<Row>(connection: ClientConfig, sql: string): Promise<Row[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Tables with the history of migrations, which no test of the service changes. */
const HISTORY = ['schema_migrations', 'graphile_worker.migrations']

/**
 * Returns statements that delete all rows except those in the template, and that restart the sequences. Sets the replication role to
 * `replica`, which disables triggers and foreign keys.
 */
async function emptyingSql(template: ClientConfig): Promise<string> {
  const tables = await read<{ name: string }>(
    template,
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'graphile_worker')`,
  )
  const sequences = await read<{ name: string }>(template, `select oid::regclass::text as name from pg_class where relkind = 'S'`)
  const cleared = tables.filter(({ name }) => !HISTORY.includes(name))
  const seeds = await Promise.all(
    cleared.map(async ({ name }) => {
      const [row] = await read<{ rows: string | null }>(template, `select quote_literal(jsonb_agg(to_jsonb(t))) as rows from ${name} t`)
      return row!.rows === null ? [] : [`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${row!.rows})`]
    }),
  )
  const partitions = await read<{ name: string }>(
    template,
    `select oid::regclass::text as name from pg_class where relispartition and relkind = 'r'`,
  )
  const known = partitions.map(({ name }) => `'${name}'`).join(', ')
  return [
    'set session_replication_role = replica',
    `do $$ declare name text; begin
      for name in select oid::regclass from pg_class where relispartition and relkind = 'r' and oid::regclass::text not in (${known}) loop
        execute 'drop table ' || name;
      end loop;
    end $$`,
    ...cleared.map(({ name }) => `delete from ${name}`),
    ...seeds.flat(),
    ...sequences.map(({ name }) => `select setval('${name}', 1, false)`),
  ].join(';\n')
}

const NOT_ALLOWED = '42501'

/** Drops a database and closes its connections. Retries if the server refuses, because a vacuum cannot be terminated. */
export async function dropDatabase(connection: ClientConfig, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(connection, `drop database ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_ALLOWED || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/** Splits a database URL into settings. With a connection string, pg would ignore a `database` setting. */
function parse(url: string): ClientConfig {
  const { host, port, user, password, database, ssl } = new Client({ connectionString: url })
  return { host, port, user, password, database, ssl }
}

async function startEmbedded(): Promise<{ connection: ClientConfig; stop(): Promise<void> }> {
  const folder = testFolder('marketplace-test-')
  const reaper = reapWhenGone(folder)
  const database = await openEmbedded({ dataDir: folder, durable: false }, console)
  await run({ ...database.connection, user: 'postgres' }, `alter role ${database.connection.user} createdb`)
  return {
    connection: database.connection,
    async stop() {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
      reaper.stdin.end()
    },
  }
}

/** Creates a folder that the database user can access even if the tests run as root. */
export function testFolder(prefix: string): string {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Stops the server and deletes the folder even if the tests are killed. A detached shell waits for the end of its input, which comes when
 * the test process ends.
 */
function reapWhenGone(folder: string) {
  const script = `read _; pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" && sleep 1; rm -rf "$1"`
  const reaper = spawn('/bin/sh', ['-c', script, 'sh', folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  reaper.unref()
  ;(reaper.stdin as unknown as { unref(): void }).unref()
  return reaper
}
