import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { databaseFailure } from '#platform/errors/database-away.ts'

const AGAIN_AFTER_MS = 200
const STOP_MS = 1_000

/** Long-lived connection outside the pools. */
export type ReconnectingClient = { stop(): Promise<void> }

/**
 * Opens a connection, and reopens it whenever it is lost. `begin` runs on each new connection before its use; `lost` runs when a connection
 * ends. Rejects if the first connection fails. The server drops the connection 30 s after losing contact with this machine.
 */
export async function openReconnectingClient(
  connection: ClientConfig,
  name: string,
  begin: (client: Client) => Promise<unknown>,
  lost: () => void = () => {},
): Promise<ReconnectingClient> {
  let stopping = false
  let client = await open(connection, name, begin)
  const maintain = async () => {
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
  const keeping = maintain()
  return {
    async stop() {
      stopping = true
      // limits the wait for a connection attempt that is in progress
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
