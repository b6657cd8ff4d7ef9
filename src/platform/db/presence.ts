import { randomInt } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { openReconnectingClient } from './reconnecting-client.ts'

/** First key of the advisory locks that represent live processes. Nothing else uses this key. */
export const PRESENCE_LOCKS = 731_042
const MOST = 2 ** 31 - 1

/** Lets all processes that use the database see that this process is alive. */
export type Presence = {
  /** Second key of the advisory lock. Rows that this process has claimed have this number in their column `holder`. */
  holder: number
  /** Names of the work in progress. Work that a row assigns to this holder under any other name is abandoned. */
  running: Set<string>
}

/**
 * Holds an advisory lock on a dedicated connection while the process lives. PostgreSQL releases the lock when the process ends for any
 * reason. After a database outage, acquires the lock again.
 */
export async function holdPresence(connection: ClientConfig): Promise<{ presence: Presence; stop(): Promise<void> }> {
  const holder = randomInt(1, MOST)
  const { stop } = await openReconnectingClient(connection, 'presence', (client) =>
    client.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCKS, holder]),
  )
  return { presence: { holder, running: new Set() }, stop }
}
