import { randomInt } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { openReconnectingClient } from './reconnecting-client.ts'

/** First key of the advisory locks that represent live processes. No other locks use this key. */
export const PRESENCE_LOCKS = 731_042
const MOST = 2 ** 31 - 1

/** Shows the other processes on this database that this process is alive. */
export type Presence = {
  /** Second key of the advisory lock. Rows that this process has claimed contain this number in their `holder` column. */
  holder: number
  /** Names of the work in progress. If a row assigns work with any other name to this holder, that work is abandoned. */
  running: Set<string>
}

/**
 * Holds an advisory lock on a dedicated connection for the lifetime of the process. PostgreSQL releases the lock however the process ends.
 * After a database outage, acquires the lock again.
 */
export async function holdPresence(connection: ClientConfig): Promise<{ presence: Presence; stop(): Promise<void> }> {
  const holder = randomInt(1, MOST)
  const { stop } = await openReconnectingClient(connection, 'presence', (client) =>
    client.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCKS, holder]),
  )
  return { presence: { holder, running: new Set() }, stop }
}
