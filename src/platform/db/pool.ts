import { Pool } from 'pg'
import type { ClientConfig } from 'pg'
import { databaseFailure } from '#platform/errors/database-away.ts'
import { NamedClient, type NamedConfig } from './named-client.ts'
import { typeParsers } from './parsers.ts'
import { holdsConnection, secondConnection } from './transaction.ts'

/** Connections per pool; together with those of other processes they must fit the server's `max_connections`. */
export type PoolSizes = { requests: number; jobs: number }

export type Pools = {
  /** For answering requests: statements end after 5 s. */
  requests: Pool
  /** For jobs: statements end after 60 s, and a burst of jobs cannot take the requests' connections. */
  jobs: Pool
  /** Waits for what runs and closes all connections. May be called twice. */
  end(): Promise<void>
}

export type PoolOptions = {
  sizes?: PoolSizes
  /** Where requests go, and jobs too where this process runs none, instead of the server itself. */
  pooler?: { connection: ClientConfig; names: boolean; jobs: boolean } | null
  /** All waits are so many times as long: for a slow database (`DATABASE_PATIENCE`). */
  patience?: number
  log?: { warn(fields: object, message: string): void }
}

const SIZES: PoolSizes = { requests: 10, jobs: 10 }
const REQUEST_STATEMENT_MS = 5_000
const JOB_STATEMENT_MS = 60_000
/** How long a lock is waited for, a transaction may rest, and a connection may take to be had. */
const [LOCK_MS, IDLE_MS, CONNECT_MS] = [2_000, 10_000, 5_000]

/** Opens both pools (reliability 5.8). Nothing is connected until it is used. */
export function openPools(connection: ClientConfig, { sizes = SIZES, log, pooler = null, patience = 1 }: PoolOptions = {}): Pools {
  const open = (name: keyof PoolSizes, statementMs: number, pooled: boolean) => {
    const waits = waitsOf(statementMs, patience)
    return pooled && pooler
      ? openPool(name, pooler.connection, sizes[name], throughPooler(waits, pooler.names), log)
      : openPool(name, connection, sizes[name], ofSession(waits), log)
  }
  const requests = open('requests', REQUEST_STATEMENT_MS, true)
  const jobs = open('jobs', JOB_STATEMENT_MS, pooler?.jobs === true)
  let ending: Promise<unknown> | null = null
  return {
    requests,
    jobs,
    async end() {
      await (ending ??= Promise.all([requests.end(), jobs.end()]))
    },
  }
}

/** For reads on a replica: whoever waits for one in vain has time left to ask the primary. Its loss is told by who watches it. */
export const openReplicaPool = (connection: ClientConfig): Pool =>
  openPool('replica', { query_timeout: 2_000, ...connection }, SIZES.requests, ofSession(waitsOf(2_000, 1, 500)), undefined)

/** One connection to look at a server with, beside all that wait for the others. */
export const openPollingPool = (connection: ClientConfig): Pool =>
  openPool('lookout', { query_timeout: 1_000, ...connection }, 1, ofSession(waitsOf(1_000, 1, 1_000)), undefined)

type Waits = { statement: number; lock: number; idle: number; connect: number }

const waitsOf = (statementMs: number, patience: number, connectMs = CONNECT_MS): Waits => ({
  statement: statementMs * patience,
  lock: LOCK_MS * patience,
  idle: IDLE_MS * patience,
  connect: connectMs * patience,
})

/** What holds for all that a connection asks. */
const ofSession = ({ statement, lock, idle, connect }: Waits): ClientConfig => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
  connectionTimeoutMillis: connect,
  options: '-c TimeZone=UTC',
})

/**
 * The same where a connection keeps nothing from one transaction to the next: each transaction says it as it begins, in the same message.
 * A statement by itself has the client's patience, and the server's own limit where the role has one.
 */
const throughPooler = ({ statement, lock, idle, connect }: Waits, names: boolean): NamedConfig => ({
  query_timeout: statement + 1_000,
  connectionTimeoutMillis: connect,
  names,
  begins: `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; set local idle_in_transaction_session_timeout = ${idle}`,
})

function openPool(name: string, connection: ClientConfig, size: number, limits: NamedConfig, log: PoolOptions['log']): Pool {
  const pool = new FrugalPool({
    application_name: `marketplace ${name}`,
    ...limits,
    // A warm connection holds its prepared statements: keep it, and renew it now and then to free what it gathered.
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 3_600,
    keepAlive: true,
    ...connection,
    max: size,
    types: typeParsers,
    Client: NamedClient,
  })
  // Without a listener the loss of a connection would end the process, whether it rests in the pool or is in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // Each loss is told once: the server's last word and the socket's end are an error each, where both come.
    client.once('error', (error) => {
      client.on('error', () => {})
      // while the pool ends, so does the database beside it, and may be quicker
      if (!pool.ending) log?.warn({ pool: name, err: databaseFailure(error) }, 'A database connection was lost.')
    })
  })
  return pool
}

/**
 * A pool that gives no second connection to whoever is in a transaction. With as many such callers as connections, each
 * would hold one and wait for another until all of them time out.
 */
class FrugalPool extends Pool {
  // pg declares `connect` in two overloads, which a wrapper cannot repeat; callers keep seeing those of `Pool`.
  override connect = ((callback?: (error: Error, client: undefined, done: () => void) => void) => {
    if (holdsConnection()) {
      const error = secondConnection()
      if (!callback) return Promise.reject(error)
      queueMicrotask(() => callback(error, undefined, () => {}))
      return undefined
    }
    if (!callback) return super.connect().catch(fail)
    return super.connect(((error: unknown, ...rest: unknown[]) =>
      callback(databaseFailure(error) as Error, ...(rest as [undefined, () => void]))) as never)
  }) as Pool['connect']

  // a connection lost under a statement is told by the connection too, and that word may be the first to come
  override query = ((...args: Parameters<Pool['query']>) => {
    const answer: unknown = super.query(...args)
    return answer instanceof Promise ? answer.catch(fail) : answer
  }) as Pool['query']
}

function fail(error: unknown): never {
  throw databaseFailure(error)
}
