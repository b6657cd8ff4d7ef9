import { Pool } from 'pg'
import type { ClientConfig } from 'pg'
import { databaseFailure } from '#platform/errors/database-away.ts'
import { NamedClient, type NamedConfig } from './named-client.ts'
import { typeParsers } from './parsers.ts'
import { holdsConnection, secondConnection } from './transaction.ts'

/** Number of connections per pool. The total over all processes must fit within the server's `max_connections`. */
export type PoolSizes = { requests: number; jobs: number }

export type Pools = {
  /** Pool for requests. Statements time out after 5 s. */
  requests: Pool
  /** Separate pool for jobs, so that a burst of jobs cannot use up the connections for requests. Statements time out after 60 s. */
  jobs: Pool
  /** Waits for running statements and closes all connections. Repeated calls are allowed. */
  end(): Promise<void>
}

export type PoolOptions = {
  sizes?: PoolSizes
  /**
   * Pooler that requests use instead of a direct connection. `names`: the pooler supports named statements. `jobs`: the job pool also uses
   * the pooler. It is false in processes that run jobs, because the queue's notifications need a direct connection.
   */
  pooler?: { connection: ClientConfig; names: boolean; jobs: boolean } | null
  /** Factor for all timeouts, to support a slow database (`DATABASE_PATIENCE`). */
  patience?: number
  log?: { warn(fields: object, message: string): void }
}

const SIZES: PoolSizes = { requests: 10, jobs: 10 }
const REQUEST_STATEMENT_MS = 5_000
const JOB_STATEMENT_MS = 60_000
const [LOCK_MS, IDLE_MS, CONNECT_MS] = [2_000, 10_000, 5_000]

/** Opens both pools (spec: reliability 5.8). The pools connect on first use. */
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

/**
 * Opens a pool for reads on a replica. Its timeouts are short, so that callers still have time to query the primary. It does not log lost
 * connections, because the replica's monitor does.
 */
export const openReplicaPool = (connection: ClientConfig): Pool =>
  openPool('replica', { query_timeout: 2_000, ...connection }, SIZES.requests, ofSession(waitsOf(2_000, 1, 500)), undefined)

/** Opens a pool with one connection for polling, so that polls never wait for connections from other pools. */
export const openPollingPool = (connection: ClientConfig): Pool =>
  openPool('lookout', { query_timeout: 1_000, ...connection }, 1, ofSession(waitsOf(1_000, 1, 1_000)), undefined)

type Waits = { statement: number; lock: number; idle: number; connect: number }

const waitsOf = (statementMs: number, patience: number, connectMs = CONNECT_MS): Waits => ({
  statement: statementMs * patience,
  lock: LOCK_MS * patience,
  idle: IDLE_MS * patience,
  connect: connectMs * patience,
})

/** Without `jit=off`, a server may spend 100 ms on compiling a statement that then runs for 1 ms. */
const SESSION_OPTIONS = '-c TimeZone=UTC -c jit=off'

const ofSession = ({ statement, lock, idle, connect }: Waits): ClientConfig => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
  connectionTimeoutMillis: connect,
  options: SESSION_OPTIONS,
})

/**
 * Converts the timeouts to settings for a pooler, which forwards no session settings. Each transaction sets the timeouts in the message
 * that begins it. Statements outside transactions are limited only by the client's timeout and the database role's timeout.
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
    // an idle connection stays open because of its prepared statements; reconnecting every hour frees their memory on the server
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 3_600,
    keepAlive: true,
    ...connection,
    max: size,
    types: typeParsers,
    Client: NamedClient,
  })
  // without a listener, a lost connection would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // logs the loss of a connection only once: the server's last message and the closed socket can both emit an error
    client.once('error', (error) => {
      client.on('error', () => {})
      // during shutdown, an embedded database may stop before the pool is closed
      if (!pool.ending) log?.warn({ pool: name, err: databaseFailure(error) }, 'A database connection was lost.')
    })
  })
  return pool
}

/**
 * Pool that refuses a second connection to code that runs inside a transaction. Otherwise, transactions could hold every connection while
 * each of them waits for a second one, until all time out.
 */
class FrugalPool extends Pool {
  // a wrapper cannot repeat the two overloads of pg's `connect`; the cast keeps the types of `Pool`
  override connect = ((callback?: (error: Error, client: undefined, done: () => void) => void) => {
    if (holdsConnection()) {
      const error = secondConnection()
      if (!callback) return Promise.reject(error)
      queueMicrotask(() => callback(error, undefined, () => {}))
      return undefined
    }
    if (!callback) return super.connect().catch(fail)
    return super.connect(((error: unknown, client: undefined, done: () => void) =>
      callback(databaseFailure(error) as Error, client, firstOnly(done))) as never)
  }) as Pool['connect']

  // also converts connection errors here, because a lost connection may reject the running statement with pg's own error first
  override query = ((...args: Parameters<Pool['query']>) => {
    const answer: unknown = super.query(...args)
    return answer instanceof Promise ? answer.catch(fail) : answer
  }) as Pool['query']
}

/**
 * Returns a function that calls `done` only the first time. The job queue releases the connection of its listener twice if the connection is
 * lost while the queue stops, and pg's error about this would end the process.
 */
function firstOnly(done: (error?: unknown) => void): (error?: unknown) => void {
  let isReleased = false
  return (error) => {
    if (isReleased) return
    isReleased = true
    done(error)
  }
}

function fail(error: unknown): never {
  throw databaseFailure(error)
}
