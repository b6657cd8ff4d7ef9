import { Client } from 'pg'
import type { ClientConfig, Connection, Submittable } from 'pg'
import { DatabaseAway, databaseFailure, sqlStateOf } from '#platform/errors/database-away.ts'
import { traceStatement } from './named-client.ts'

/** Row in the server's text format. The values are not converted. */
export type PlainRow = readonly (string | null)[]

/**
 * Poller for one SQL statement that runs thousands of times per second. Calls must not overlap. Rejects with `DatabaseAway` or a server
 * error.
 */
export type PreparedPoller = {
  poll(...values: (string | null)[]): Promise<PlainRow[]>
  end(): Promise<void>
}

const [STATEMENT_MS, LOCK_MS, CONNECT_MS] = [5_000, 2_000, 5_000]

/**
 * Returns the SQL that sets up the connection. With these settings, the server reuses one generic plan and avoids sequential scans. Without
 * a reused plan, planning would take two thirds of each call.
 */
const settings = (patience: number) => `set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set statement_timeout = ${STATEMENT_MS * patience}; set lock_timeout = ${LOCK_MS * patience}; set timezone = 'UTC'`

/**
 * Creates a poller with a dedicated connection. The connection opens on the first call, and reopens on the next call after it was lost. The
 * poller never waits for a pool, and returns unparsed values (docs/design/cache.md).
 */
export function createPreparedPoller(connection: ClientConfig, name: string, text: string, patience = 1): PreparedPoller {
  let opened: Promise<Client> | null = null
  let isOver = false

  const forget = (lost: Promise<Client>): void => {
    if (opened === lost) opened = null
  }
  const begin = (): Promise<Client> => {
    const opening: Promise<Client> = open(connection, name, patience, () => forget(opening))
    opening.catch(() => forget(opening))
    return opening
  }

  return {
    async poll(...values) {
      // a poll that begins during shutdown opens no connection
      if (isOver) throw new DatabaseAway('The connection was closed.')
      const used = (opened ??= begin())
      const client = await used
      try {
        return await traceStatement(text, () => answerOf(client, new Plain(name, text, values)))
      } catch (error) {
        if (sqlStateOf(error) === null) {
          // closes the connection after a timeout; otherwise, the late result would be taken for that of the next query
          forget(used)
          client.end().catch(() => {})
        }
        throw databaseFailure(error)
      }
    },
    async end() {
      isOver = true
      const client = await opened?.catch(() => null)
      await client?.end().catch(() => {})
    },
  }
}

async function open(connection: ClientConfig, name: string, patience: number, lost: () => void): Promise<Client> {
  const client = new Client({
    connectionTimeoutMillis: CONNECT_MS * patience,
    query_timeout: STATEMENT_MS * patience + 1_000,
    keepAlive: true,
    ...connection,
    application_name: `marketplace ${name}`,
  })
  // prevents an unhandled error event; the pending query itself rejects with the error
  client.on('error', () => {})
  client.once('end', lost)
  try {
    await client.connect()
    await client.query(settings(patience))
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw databaseFailure(error)
  }
}

const answerOf = (client: Client, query: Plain): Promise<PlainRow[]> =>
  new Promise((resolve, reject) => {
    query.callback = (error, rows) => (error === null ? resolve(rows!) : reject(error))
    client.query(query)
  })

type Callback = (error: Error | null, rows?: PlainRow[]) => void
/**
 * Connection with the methods that are missing from pg's types. A custom query object calls these methods, as pg's own query object does.
 */
type Wire = Connection & { parsedStatements: Record<string, string>; bind(what: object): void; parse(what: object): void }

/** Query object for pg's client that returns all values as text. */
class Plain implements Submittable {
  callback: Callback = () => {}
  readonly name: string
  readonly text: string
  readonly #values: (string | null)[]
  readonly #rows: PlainRow[] = []

  constructor(name: string, text: string, values: (string | null)[]) {
    this.name = name
    this.text = text
    this.#values = values
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    const { name, text } = this
    wire.stream.cork()
    if (wire.parsedStatements[name] === undefined) wire.parse({ name, text, types: [] })
    wire.bind({ statement: name, values: this.#values })
    wire.execute({ portal: '', rows: 0 } as never, true)
    wire.sync()
    wire.stream.uncork()
  }

  handleDataRow({ fields }: { fields: PlainRow }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null, this.#rows)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
