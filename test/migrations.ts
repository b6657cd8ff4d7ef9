import type { ClientConfig } from 'pg'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrate.ts'

/**
 * Tries every migration against a filled database: `fill` is called before each file with the name of the file that is
 * next and a connection to the schema as the files before it left it. Returns the names in order.
 */
export async function migrateFilled(
  connection: ClientConfig,
  folder: string,
  fill: (next: string, client: Client) => Promise<void>,
): Promise<string[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return await migrate(connection, { folder, beforeEach: (next) => fill(next, client) })
  } finally {
    await client.end()
  }
}
