import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { databaseFailure } from '#platform/errors/database-away.ts'

const AGAIN_AFTER_MS = 200
const STOP_MS = 1_000

/** One connection beside the pools, for as long as the process lives. */
export type ReconnectingClient = { stop(): Promise<void> }

/**
 * Opens a connection and makes it anew whenever it is lost. `begin` runs on each, before it counts; `lost` when one ended. Rejects
 * when the first cannot be had. A server that lost sight of the machine gives a connection up after 30 s.
 */
export async function connectAgain(
  connection: ClientConfig,
  name: string,
  begin: (client: Client) => Promise<unknown>,
  lost: () => void = () => {},
): Promise<ReconnectingClient> {
  let stopping = false
  let client = await open(connection, name, begin)
  const keep = async () => {
    while (!stopping) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()))
      lost()
      for (let taken = false; !taken && !stopping;) {
        await sleep(AGAIN_AFTER_MS)
        taken = await open(connection, name, begin).then(
          (next) => ((client = next), true),
          () => false,
        )
      }
    }
    await client.end().catch(() => {})
  }
  const keeping = keep()
  return {
    async stop() {
      stopping = true
      // one that is being made anew just now is given up below
      await Promise.race([Promise.all([client.end().catch(() => {}), keeping]), sleep(STOP_MS)])
    },
  }
}

async function open(connection: ClientConfig, name: string, begin: (client: Client) => Promise<unknown>): Promise<Client> {
  const client = new Client({
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...connection,
    application_name: `marketplace ${name}`,
    options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c idle_session_timeout=0',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await begin(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw databaseFailure(error)
  }
}
