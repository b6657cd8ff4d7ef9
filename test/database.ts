import { Client, type ClientConfig } from 'pg'
import { kyselyOn, openPools } from '#platform/db/index.ts'
import type { Db, Pools } from '#platform/db/index.ts'
import { dropDatabase, run, startTestCluster } from '#test/cluster.ts'
import type { TestCluster } from '#test/cluster.ts'

/** An empty, migrated database that no other test uses. */
export type TestDatabase = {
  connection: ClientConfig
  /** Value of `DATABASE_URL` that connects to this database. */
  url: string
  pools: Pools
  /** Query builder on the connection pool `pools.requests`. */
  db: Db
  drop(): Promise<void>
}

let made = 0

/** A copy of the template. `since`: the first transaction id after the copy was made. `admin`: a superuser's connection. */
type Copy = { name: string; since: string; admin: AdminClient }
/** `ref` and `unref` are missing in the types of pg. */
type AdminClient = Client & { ref(): void; unref(): void }

/** Emptied databases that this process can reuse. Copying the template takes far longer than emptying a copy. */
const idle: Copy[] = []

/**
 * Returns a database that this process has emptied, or else a new copy of the template. A test file that runs alone, without
 * `test/global-setup.ts`, starts its own cluster.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { cluster, release } = await useCluster()
  const copy = idle.pop() ?? (await copyTemplate(cluster))
  return openDatabase(cluster, copy.name, async () => {
    const again = process.env.TEST_CLUSTER !== undefined && (await emptied(cluster, copy))
    if (again) holdUntilExit(cluster, copy)
    else await dropCopy(cluster, copy)
    await release()
  })
}

/** Creates a database without tables, for tests of migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const { cluster, release } = await useCluster()
  const name = nextName(cluster)
  await run(cluster.connection, `create database ${name} template template1`)
  return openDatabase(cluster, name, async () => {
    await dropDatabase(cluster.connection, name)
    await release()
  })
}

/** Connects to a test database as a superuser. */
export async function connectAdmin(url: string): Promise<{ client: Client; close(): Promise<void> }> {
  const { cluster, release } = await useCluster()
  const client = new Client({ ...cluster.admin, database: new URL(url).pathname.slice(1) })
  await client.connect()
  const close = async () => {
    await client.end()
    await release()
  }
  return { client, close }
}

const nextName = ({ template }: TestCluster): string => `${template}_${process.pid}_${++made}`

async function copyTemplate(cluster: TestCluster): Promise<Copy> {
  const name = nextName(cluster)
  // `file_copy` takes half as long as the strategy that writes the copy to the WAL, because fsync is off in the test cluster.
  await run(cluster.connection, `create database ${name} template ${cluster.template} strategy file_copy`)
  const admin = new Client({ ...cluster.admin, database: name }) as AdminClient
  await admin.connect()
  // an idle connection must not keep the process alive; the server closes it when the database is dropped
  admin.on('error', () => {})
  const { rows } = await admin.query<{ since: string }>('select pg_current_xact_id()::text as since')
  admin.unref()
  return { name, since: rows[0]!.since, admin }
}

function openDatabase(cluster: TestCluster, name: string, done: () => Promise<void>): TestDatabase {
  const connection = { ...cluster.connection, database: name }
  const pools = openPools(connection)
  let dropped: Promise<void> | null = null
  return {
    connection,
    url: addressOf(connection),
    pools,
    db: kyselyOn(pools.requests),
    async drop() {
      await (dropped ??= pools.end().then(done))
    },
  }
}

/**
 * Empties a database for the next test. Returns false if the database is in use, or if a test has changed its tables, functions or
 * triggers.
 */
async function emptied({ empty }: TestCluster, { admin, since }: Copy): Promise<boolean> {
  admin.ref()
  try {
    const { rows } = await admin.query<{ usable: boolean }>(USABLE, [since])
    if (rows[0]!.usable) await admin.query(empty)
    return rows[0]!.usable
  } catch {
    // a test may have closed the connection or changed the schema
    return false
  } finally {
    admin.unref()
  }
}

/**
 * Query that checks that the database has no other connections and that its schema is unchanged. Ignores partitions, because they depend on
 * the date and `empty` takes care of them.
 */
const USABLE = `
  with own as (select oid, xmin from pg_class where relnamespace::regnamespace::text in ('public', 'graphile_worker') and not relispartition
    and not exists (select from pg_index i join pg_class c on c.oid = i.indrelid where i.indexrelid = pg_class.oid and c.relispartition))
  select not exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
    and not exists (select from own where xmin::text::bigint > $1::bigint)
    and not exists (select from pg_attribute a join own on own.oid = a.attrelid where a.xmin::text::bigint > $1::bigint)
    and not exists (select from pg_trigger t join own on own.oid = t.tgrelid where t.xmin::text::bigint > $1::bigint)
    and not exists (select from pg_constraint c join own on own.oid = c.conrelid where c.xmin::text::bigint > $1::bigint)
    and not exists (select from pg_attrdef d join own on own.oid = d.adrelid where d.xmin::text::bigint > $1::bigint)
    and not exists (select from pg_proc where xmin::text::bigint > $1::bigint)
    and not exists (select from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database()))
    as usable`

let dropsAtExit = false

function holdUntilExit(cluster: TestCluster, copy: Copy): void {
  idle.push(copy)
  if (dropsAtExit) return
  dropsAtExit = true
  process.once('beforeExit', () => void dropAll(cluster))
}

async function dropAll(cluster: TestCluster): Promise<void> {
  for (const copy of idle.splice(0)) await dropCopy(cluster, copy)
}

async function dropCopy({ connection }: TestCluster, { name, admin }: Copy): Promise<void> {
  await admin.end().catch(() => {})
  await dropDatabase(connection, name)
}

/** Returns the connection URL. The host part of the URL contains the socket folder, with encoded slashes, as pg expects. */
function addressOf({ host = 'localhost', port = 5432, user = '', password = '', database = '' }: ClientConfig): string {
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${encodeURIComponent(user)}${secret}@${encodeURIComponent(host)}:${port}/${database}`
}

let own: ReturnType<typeof startTestCluster> | null = null
let users = 0

async function useCluster(): Promise<{ cluster: TestCluster; release(): Promise<void> }> {
  const shared = process.env.TEST_CLUSTER
  if (shared !== undefined) return { cluster: JSON.parse(shared) as TestCluster, release: async () => {} }

  users++
  const started = await (own ??= startTestCluster())
  return {
    cluster: started.cluster,
    async release() {
      if (--users > 0) return
      own = null
      await started.stop()
    },
  }
}
