import type { ClientConfig, Pool } from 'pg'
import type { Db } from '#platform/db/index.ts'
import { openPollingPool, openReplicaPool } from '#platform/db/pool.ts'
import { readsOn } from './reads.ts'
import { watchReplica, type Watch } from './watch.ts'

export type Replica = {
  /** Database handle for marketplace reads. Chooses the replica or the primary for each statement. */
  reads: Db
  watch: Pick<Watch, 'lagSeconds' | 'isUsed'>
  answered(): number
  stop(): Promise<void>
}

type Options = {
  /** Settings for the connection that polls the primary, and the pool for reads from the primary. */
  primary: { connection: ClientConfig; pool: Pool }
  /** Value of `DATABASE_REPLICA_URL`. */
  url: string
  log: Parameters<typeof watchReplica>[2]
}

/** Opens the read replica. Requests never wait for an unavailable replica (docs/decisions/0011-read-replica.md). */
export function openReplica({ primary, url, log }: Options): Replica {
  const connection = { connectionString: url }
  const pools = { replica: openReplicaPool(connection), primary: openPollingPool(primary.connection), there: openPollingPool(connection) }
  const watch = watchReplica(pools.primary, pools.there, log)
  let answered = 0
  return {
    reads: readsOn({ primary: primary.pool, replica: pools.replica, watch, answered: () => void answered++ }),
    watch,
    answered: () => answered,
    async stop() {
      await watch.stop()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}
