import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** Runs `work` on a new connection outside the pools, and closes the connection afterwards. PostgreSQL shows the connection as `name`. */
export async function withClient<T>(connection: ClientConfig, name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, application_name: `marketplace ${name}` })
  // prevents an unhandled error event; the pending query reports a lost connection
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
