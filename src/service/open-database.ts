import type { Database } from '#platform/database/index.ts'
import { databaseFailure } from '#platform/errors/database-away.ts'
import { kyselyOn, migrate, openPools, type Db, type Pools } from '#platform/db/index.ts'
import { holdPresence, type Presence } from '#platform/db/presence.ts'
import { checkConnectionBudget } from '#platform/db/connection-budget.ts'
import { restartEventOrder } from '#platform/events/index.ts'
import { prepareQueue } from '#platform/jobs/index.ts'
import { openReplica, type Replica } from '#platform/replica/index.ts'
import type { Config } from '#platform/config/index.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Closers } from './closers.ts'
import type { Role } from './role.ts'

export type Databases = {
  database: Database
  presence: Presence
  pools: Pools
  db: Db
  replica: Replica | null
}

/**
 * Waits until `opening` resolves to the database, then migrates it and connects to it for this role.
 * @throws {DatabaseAway} when the database becomes unavailable in the meantime.
 */
export async function openDatabases(
  opening: Promise<Database>,
  config: Config,
  parts: { role: Role; log: Log },
  closers: Closers,
): Promise<Databases> {
  const database = await opening
  closers.add(() => database.stop())
  try {
    return await connectTo(database, config, parts, closers)
  } catch (error) {
    throw databaseFailure(error)
  }
}

async function connectTo(
  database: Database,
  { database: settings }: Config,
  { role, log }: { role: Role; log: Log },
  closers: Closers,
): Promise<Databases> {
  const { replicaUrl, pools: sizes, patience } = settings
  const { connection, pooled } = database
  await migrate(connection, { log })
  await prepareQueue(connection)
  const { presence, stop } = await holdPresence(connection)
  closers.add(stop)
  await checkConnectionBudget(connection, { sizes, role, pooled: pooled !== null, log })
  // a process that runs jobs connects directly, because the queue's notifications are bound to a database session
  const pooler = pooled && { connection: pooled, names: settings.pooler === 'prepared', jobs: role === 'web' }
  const pools = openPools(connection, { log, sizes, pooler, patience })
  closers.add(() => pools.end())
  const db = kyselyOn(pools.requests)
  await restartEventOrder(db)
  const replica = replicaUrl === null ? null : openReplica({ primary: { connection, pool: pools.requests }, url: replicaUrl, log })
  if (replica) closers.add(() => replica.stop())
  return { database, presence, pools, db, replica }
}
