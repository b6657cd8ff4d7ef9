import type { ClientConfig } from 'pg'
import { PRESENCE_LOCKS } from './presence.ts'
import type { PoolSizes } from './pool.ts'
import { withClient } from './with-client.ts'

/** Error for settings that need more connections than the server allows. The message is for the operator. */
export class ConnectionBudgetError extends Error {
  override readonly name = 'ConnectionBudgetError'
}

type Demand = {
  sizes: PoolSizes
  role: string
  /** True if requests connect through a pooler, which limits connections itself. */
  pooled: boolean
  log: { warn(fields: object, message: string): void }
}

/**
 * Returns the number of connections that a process opens outside its pools: one each for presence and notifications, and one for a
 * migration, backup or replica check. A process that serves requests also opens one to poll for changes.
 */
const unpooledConnections = (role: string): number => (role === 'worker' ? 3 : 4)

/**
 * Compares `max_connections` with the connections that all processes on this database may open, assuming that they share this process's
 * settings. If only the total exceeds the limit, logs a warning, because some of the processes may stop soon.
 * @throws {ConnectionBudgetError} if this process alone exceeds the limit.
 */
export async function checkConnectionBudget(connection: ClientConfig, { sizes, role, pooled, log }: Demand): Promise<void> {
  await withClient(connection, 'start', async (client) => {
    const { rows } = await client.query<{ room: number; processes: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room,
         greatest(1, (select count(*)::int from pg_locks where locktype = 'advisory' and classid = $1
           and database = (select oid from pg_database where datname = current_database()))) as processes`,
      [PRESENCE_LOCKS],
    )
    const { room, processes } = rows[0]!
    const mine = unpooledConnections(role) + (pooled ? 0 : sizes.requests) + (pooled && role === 'web' ? 0 : sizes.jobs)
    const advice = 'Reduce DATABASE_POOL and DATABASE_JOBS_POOL, raise max_connections, or use a pooler (deploy/database.md).'
    if (mine > room)
      throw new ConnectionBudgetError(`This process may open ${mine} connections, and the server allows ${room} in total. ${advice}`)
    if (mine * processes > room)
      log.warn(
        { room, processes, each: mine },
        `${processes} processes may open ${mine * processes} connections; the server allows ${room}. ${advice}`,
      )
  })
}
