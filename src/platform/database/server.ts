import { Client } from 'pg'
import type { Database } from './types.ts'
import { databaseFailure, isDatabaseAway } from '#platform/errors/database-away.ts'
import { supportsNamedStatements } from './pooler-names.ts'
import { DatabaseStartError } from './start-error.ts'

const OLDEST_MAJOR = 15

/**
 * Connects to the operator's server at `DATABASE_URL`, inspects it, and never stops it. With `directUrl`, `url` must point to a pooler.
 * `names` declares that the pooler supports named statements. @throws {DatabaseStartError} if a server does not respond within 10 s, is
 * older than PostgreSQL 15 or does not use UTF-8, if the URL points to an undeclared pooler, or if a pooler does not support named
 * statements despite `names`.
 */
export async function openServer(url: string, directUrl: string | null, names = false): Promise<Database> {
  const direct = await inspectServer('DATABASE_URL', url, directUrl)
  if (directUrl !== null && names && !(await supportsNamedStatements(url))) throw new DatabaseStartError('unsupported_server', NO_NAMES)
  const { version, address } = direct
  return {
    kind: 'server',
    connection: { connectionString: directUrl ?? url },
    pooled: directUrl === null ? null : { connectionString: url },
    describe: `PostgreSQL ${version} at ${address}`,
    stop: async () => {},
  }
}

async function inspectServer(name: string, url: string, directUrl: string | null): Promise<Seen> {
  const seen = await inspect(name, url)
  if (directUrl === null) {
    if (seen.isPooler) throw new DatabaseStartError('unsupported_server', POOLER)
    return seen
  }
  if (!/^(Etc\/)?(UTC|GMT)$/.test(seen.timeZone)) throw new DatabaseStartError('unsupported_server', timeZoneOf(seen))
  const direct = await inspect('DATABASE_DIRECT_URL', directUrl)
  if (direct.isPooler)
    throw new DatabaseStartError(
      'unsupported_server',
      'DATABASE_DIRECT_URL also points to a pooler; it must be the address of the server itself.',
    )
  if (direct.database !== seen.database)
    throw new DatabaseStartError(
      'unsupported_server',
      'DATABASE_URL and DATABASE_DIRECT_URL point to different databases. They must point to the same one.',
    )
  return direct
}

const POOLER =
  'DATABASE_URL points to a pooler. Set DATABASE_POOLER=transaction, and set DATABASE_DIRECT_URL to the server itself: locks and notifications need a session.'

const NO_NAMES =
  'DATABASE_POOLER=prepared needs a pooler that supports prepared statements, and the pooler of DATABASE_URL does not. Set DATABASE_POOLER=transaction, or run PgBouncer 1.21 or newer with max_prepared_statements (deploy/database.md).'

/** A pooler forwards no session settings, so the time zone must be set on the database itself. */
const timeZoneOf = ({ timeZone }: Seen): string =>
  `Behind a pooler, the time zone of the database must be UTC; it is ${timeZone}. Run once: alter database … set timezone to 'UTC', then let the pooler reconnect.`

type Seen = { version: string; address: string; timeZone: string; isPooler: boolean; database: string }

function clientFor(name: string, url: string): Client {
  try {
    if (!URL.canParse(url)) throw new TypeError('not an address')
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    return client
  } catch (error) {
    throw new DatabaseStartError('not_running', `${name} is not an address like postgres://user:password@host:5432/name.`, { cause: error })
  }
}

async function inspect(name: string, url: string): Promise<Seen> {
  const client = clientFor(name, url)
  const address = `${client.host}:${client.port}/${client.database}`
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string; encoding: string; zone: string; pid: number; same: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone, pg_backend_pid() as pid,
              (select oid || ' ' || current_database() from pg_database where datname = current_database()) as same`,
    )
    const found = rows[0]!
    checkServer(found.number, found.version, found.encoding)
    // a pooler sends each client a generated number in place of the backend's pid
    const isPooler = (client as unknown as { processID: number }).processID !== found.pid
    return { version: found.version, address, timeZone: found.zone, isPooler, database: found.same }
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      isDatabaseAway(databaseFailure(error)) ? 'no_answer' : 'not_running',
      `The server of ${name} (${address}) cannot be used: ${reason(error)}. Check the address` +
        (name === 'DATABASE_URL' ? ', or unset DATABASE_URL to use the embedded database.' : '.'),
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks the version and the encoding of a server. `number` is PostgreSQL's `server_version_num`, such as 150004. @throws
 * {DatabaseStartError} `unsupported_server` if the server is too old or its encoding is not UTF-8.
 */
export function checkServer(number: number, version: string, encoding: string): void {
  if (Math.floor(number / 10_000) < OLDEST_MAJOR) {
    throw new DatabaseStartError(
      'unsupported_server',
      `DATABASE_URL points to PostgreSQL ${version}; version ${OLDEST_MAJOR} or newer is needed. ` +
        'Upgrade the server, or unset DATABASE_URL to use the embedded database.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseStartError(
      'unsupported_server',
      `DATABASE_URL points to a database in ${encoding}. Create one with "encoding 'UTF8'" and use that.`,
    )
  }
}

function reason(error: unknown): string {
  // If connecting to all of several IP addresses fails, Node wraps the failures in one error without a message.
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
