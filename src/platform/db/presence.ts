import { randomInt } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { connectAgain } from './reconnecting-client.ts'

/** First half of the advisory locks that stand for processes; nobody else uses it. */
export const PRESENCE_LOCKS = 731_042
const MOST = 2 ** 31 - 1

/** That this process lives, as every process on its database can see. */
export type Presence = {
  /** Second half of its lock: a row that bears this number belongs to this process. */
  holder: number
  /** What it is at, by names of its own: of what is not here, nobody is at it any more. */
  running: Set<string>
}

/**
 * Holds an advisory lock on a connection of its own for as long as the process lives. It ends with the process at once, however
 * that ends, and is taken again when the database was away.
 */
export async function holdPresence(connection: ClientConfig): Promise<{ presence: Presence; stop(): Promise<void> }> {
  const holder = randomInt(1, MOST)
  const { stop } = await connectAgain(connection, 'presence', (client) =>
    client.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCKS, holder]),
  )
  return { presence: { holder, running: new Set() }, stop }
}
