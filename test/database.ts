import type { ClientConfig } from 'pg';
import { kyselyOn, openPools } from '#lib/db/index.ts';
import type { Db, Pools } from '#lib/db/index.ts';
import { run, startTestCluster } from '#test/cluster.ts';
import type { TestCluster } from '#test/cluster.ts';

/** A migrated, empty database of one's own. */
export type TestDatabase = {
  connection: ClientConfig;
  pools: Pools;
  /** Queries through `pools.requests`. */
  db: Db;
  /** Ends the pools and drops the database. */
  close(): Promise<void>;
};

let made = 0;

/** Copies the template of the run. Without `test/global-setup.ts` the file starts a cluster of its own, for one run by hand. */
export function testDatabase(): Promise<TestDatabase> {
  return makeDatabase((cluster) => cluster.template);
}

/** A database without any table, for tests of migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(() => 'template1');
}

async function makeDatabase(template: (cluster: TestCluster) => string): Promise<TestDatabase> {
  const { cluster, release } = await useCluster();
  const name = `${cluster.template}_${process.pid}_${++made}`;
  await run(cluster.connection, `create database ${name} template ${template(cluster)}`);

  const connection = { ...cluster.connection, database: name };
  const pools = openPools(connection, { requests: 10, jobs: 5 }, console);
  return {
    connection,
    pools,
    db: kyselyOn(pools.requests),
    async close() {
      await pools.end();
      await run(cluster.connection, `drop database ${name} with (force)`);
      await release();
    },
  };
}

let own: ReturnType<typeof startTestCluster> | null = null;
let users = 0;

async function useCluster(): Promise<{ cluster: TestCluster; release(): Promise<void> }> {
  const shared = process.env.TEST_CLUSTER;
  if (shared !== undefined) return { cluster: JSON.parse(shared) as TestCluster, release: async () => {} };

  users++;
  const started = await (own ??= startTestCluster());
  return {
    cluster: started.cluster,
    async release() {
      if (--users > 0) return;
      own = null;
      await started.stop();
    },
  };
}
