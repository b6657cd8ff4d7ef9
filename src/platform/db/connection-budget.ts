import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { PRESENCE_LOCKS } from './presence.ts'
import type { PoolSizes } from './pool.ts'

/** Why the server cannot hold what the settings ask for, in words for who starts the service. */
export class ConnectionBudgetError extends Error {
  override readonly name = 'RoomError'
}

type Wanted = {
  sizes: PoolSizes
  role: string
  /** Whether requests go through a pooler, which has limits of its own. */
  pooled: boolean
  log: { warn(fields: object, message: string): void }
}

/** Connections beside the pools: presence, listener, and one for a migration, a backup or the replica's state; a web process has one more, for what changed. */
const besideOf = (role: string): number => (role === 'worker' ? 3 : 4)

/**
 * Adds up what the processes on this database may open, as if all were like this one. @throws {RoomError} where this process alone
 * would find no room; where all of them together would not, it warns, since others may leave.
 */
export async function checkConnectionBudget(connection: ClientConfig, { sizes, role, pooled, log }: Wanted): Promise<void> {
  const client = new Client({ ...connection, application_name: 'marketplace start' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ room: number; processes: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room,
         greatest(1, (select count(*)::int from pg_locks where locktype = 'advisory' and classid = $1
           and database = (select oid from pg_database where datname = current_database()))) as processes`,
      [PRESENCE_LOCKS],
    )
    const { room, processes } = rows[0]!
    const mine = besideOf(role) + (pooled ? 0 : sizes.requests) + (pooled && role === 'web' ? 0 : sizes.jobs)
    const advice =
      'Make DATABASE_POOL and DATABASE_JOBS_POOL smaller, raise max_connections, or put a pooler in front (deploy/database.md).'
    if (mine > room)
      throw new ConnectionBudgetError(`This process may open ${mine} connections and the server takes ${room} in all. ${advice}`)
    if (mine * processes > room)
      log.warn(
        { room, processes, each: mine },
        `${processes} processes may open ${mine * processes} connections; the server takes ${room}. ${advice}`,
      )
  } finally {
    await client.end()
  }
}
