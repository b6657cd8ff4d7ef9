import type { ClientConfig } from 'pg'
import { kyselyOn, openPools } from '#platform/db/index.ts'
import type { Db, Pools } from '#platform/db/index.ts'
import { dropDatabase, run, startTestCluster } from '#test/cluster.ts'
import type { TestCluster } from '#test/cluster.ts'

/** A migrated, empty database of one's own. */
export type TestDatabase = {
  connection: ClientConfig
  /** The same as an address, for `DATABASE_URL`. */
  url: string
  pools: Pools
  /** Queries through `pools.requests`. */
  db: Db
  /** Ends the pools and drops the database. */
  drop(): Promise<void>
}

let made = 0

/** Copies the template of the run. Without `test/global-setup.ts` the file starts a cluster of its own, for one run by hand. */
export function testDatabase(): Promise<TestDatabase> {
  return makeDatabase((cluster) => cluster.template)
}

/** A database without any table, for tests of migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(() => 'template1')
}

async function makeDatabase(template: (cluster: TestCluster) => string): Promise<TestDatabase> {
  const { cluster, release } = await useCluster()
  const name = `${cluster.template}_${process.pid}_${++made}`
  // Copying files is half the work of writing the copy to the log, where nothing waits for the disk.
  await run(cluster.connection, `create database ${name} template ${template(cluster)} strategy file_copy`)

  const connection = { ...cluster.connection, database: name }
  const pools = openPools(connection)
  return {
    connection,
    url: addressOf(connection),
    pools,
    db: kyselyOn(pools.requests),
    async drop() {
      await pools.end()
      await dropDatabase(cluster.connection, name)
      await release()
    },
  }
}

/** pg reads a socket's folder from the place of the host, with its slashes written out. */
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
