import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** First half of the advisory locks that stand for processes; nobody else uses it. */
export const PRESENCE_LOCKS = 731_042
const AGAIN_AFTER_MS = 200
const STOP_MS = 1_000
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
 * that ends, and is taken again when the database was away. A server that lost sight of the machine gives it up after 30 s.
 */
export async function holdPresence(connection: ClientConfig): Promise<{ presence: Presence; stop(): Promise<void> }> {
  const holder = randomInt(1, MOST)
  let stopping = false
  let client = await lock(connection, holder)
  const keep = async () => {
    while (!stopping) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()))
      for (let taken = false; !taken && !stopping;) {
        await sleep(AGAIN_AFTER_MS)
        taken = await lock(connection, holder).then(
          (next) => ((client = next), true),
          () => false,
        )
      }
    }
    await client.end().catch(() => {})
  }
  const keeping = keep()
  return {
    presence: { holder, running: new Set() },
    async stop() {
      stopping = true
      // one that is being made anew just now is given up below
      await Promise.race([Promise.all([client.end().catch(() => {}), keeping]), sleep(STOP_MS)])
    },
  }
}

async function lock(connection: ClientConfig, holder: number): Promise<Client> {
  const client = new Client({
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...connection,
    application_name: 'marketplace presence',
    options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c idle_session_timeout=0',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCKS, holder])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
