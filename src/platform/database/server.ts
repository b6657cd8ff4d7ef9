import { Client } from 'pg'
import type { Database } from './index.ts'
import { DatabaseStartError } from './start-error.ts'

const OLDEST_MAJOR = 15

/**
 * Opens the server that `DATABASE_URL` names. It is somebody else's, so it is only looked at and never stopped.
 * @throws {DatabaseStartError} when it does not answer within 10 s, is older than PostgreSQL 15 or not UTF-8.
 */
export async function openServer(url: string): Promise<Database> {
  const client = clientFor(url)
  const address = `${client.host}:${client.port}/${client.database}`
  const version = await inspect(client, address)
  return {
    kind: 'server',
    connection: { connectionString: url },
    describe: `PostgreSQL ${version} at ${address}`,
    stop: async () => {},
  }
}

function clientFor(url: string): Client {
  try {
    if (!URL.canParse(url)) throw new TypeError('not an address')
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    return client
  } catch (error) {
    throw new DatabaseStartError('not_running', 'DATABASE_URL is not an address like postgres://user:password@host:5432/name.', {
      cause: error,
    })
  }
}

async function inspect(client: Client, address: string): Promise<string> {
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_setting('server_encoding') as encoding`,
    )
    const found = rows[0]!
    checkServer(found.number, found.version, found.encoding)
    return found.version
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      'not_running',
      `The server of DATABASE_URL (${address}) cannot be used: ${reason(error)}. ` +
        'Check the address, or unset DATABASE_URL to use the embedded one.',
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** `number` is PostgreSQL's own `server_version_num`, such as 150004. */
export function checkServer(number: number, version: string, encoding: string): void {
  if (Math.floor(number / 10_000) < OLDEST_MAJOR) {
    throw new DatabaseStartError(
      'unsupported_server',
      `DATABASE_URL points at PostgreSQL ${version}; version ${OLDEST_MAJOR} or newer is needed. ` +
        'Upgrade the server, or unset DATABASE_URL to use the embedded one.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseStartError(
      'unsupported_server',
      `DATABASE_URL points at a database in ${encoding}; create one with "encoding 'UTF8'" and name that.`,
    )
  }
}

function reason(error: unknown): string {
  // Node gathers the attempts on several addresses under one error with an empty message.
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
