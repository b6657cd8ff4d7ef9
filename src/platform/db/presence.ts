import { randomInt } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { openReconnectingClient } from './reconnecting-client.ts'

/** First key of the advisory locks that represent live processes. No other code uses it. */
export const PRESENCE_LOCKS = 731_042
const MOST = 2 ** 31 - 1

/** Proof to all processes on the database that this process is alive. */
export type Presence = {
  /** Second key of the lock. A row with this number belongs to this process. */
  holder: number
  /** Names of the work in progress. A row of this holder with any other name is abandoned. */
  running: Set<string>
}

/**
 * Holds an advisory lock on a dedicated connection while the process lives. However the process ends, the lock ends with it. After an
 * outage of the database it is taken again.
 */
export async function holdPresence(connection: ClientConfig): Promise<{ presence: Presence; stop(): Promise<void> }> {
  const holder = randomInt(1, MOST)
  const { stop } = await openReconnectingClient(connection, 'presence', (client) =>
    client.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCKS, holder]),
  )
  return { presence: { holder, running: new Set() }, stop }
}
