import { Pool } from 'pg'
import type { ClientConfig } from 'pg'
import { databaseFailure } from '#platform/errors/database-away.ts'
import { NamedClient, type NamedConfig } from './named-client.ts'
import { typeParsers } from './parsers.ts'
import { holdsConnection, secondConnection } from './transaction.ts'

/** Number of connections per pool. The pools of all processes together must fit into the server's `max_connections`. */
export type PoolSizes = { requests: number; jobs: number }

export type Pools = {
  /** Pool for requests. Statements time out after 5 s. */
  requests: Pool
  /** Pool for jobs. Statements time out after 60 s. A burst of jobs cannot use up the connections for requests. */
  jobs: Pool
  /** Waits for running statements and closes all connections. May be called more than once. */
  end(): Promise<void>
}

export type PoolOptions = {
  sizes?: PoolSizes
  /**
   * Pooler that requests use instead of a direct connection. `names`: the pooler supports named statements. `jobs`: the job pool also uses
   * the pooler. `jobs` is false in a process that runs jobs, because the queue's notifications need a direct connection.
   */
  pooler?: { connection: ClientConfig; names: boolean; jobs: boolean } | null
  /** Factor for all timeouts, for a slow database (`DATABASE_PATIENCE`). */
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
 * Opens a pool for reads on a replica. The pool's timeouts are short, so that the caller still has time to query the primary. The pool does
 * not log lost connections, because the replica's monitor logs them.
 */
export const openReplicaPool = (connection: ClientConfig): Pool =>
  openPool('replica', { query_timeout: 2_000, ...connection }, SIZES.requests, ofSession(waitsOf(2_000, 1, 500)), undefined)

/** Opens a pool with one connection for polling, so that a poll never waits for a connection from another pool. */
export const openPollingPool = (connection: ClientConfig): Pool =>
  openPool('lookout', { query_timeout: 1_000, ...connection }, 1, ofSession(waitsOf(1_000, 1, 1_000)), undefined)

type Waits = { statement: number; lock: number; idle: number; connect: number }

const waitsOf = (statementMs: number, patience: number, connectMs = CONNECT_MS): Waits => ({
  statement: statementMs * patience,
  lock: LOCK_MS * patience,
  idle: IDLE_MS * patience,
  connect: connectMs * patience,
})

const ofSession = ({ statement, lock, idle, connect }: Waits): ClientConfig => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
  connectionTimeoutMillis: connect,
  options: '-c TimeZone=UTC',
})

/**
 * Converts the timeouts to settings for a pooler, which keeps no session settings. Each transaction sets the timeouts in the message that
 * begins it. Other statements have only the client's timeout and the database role's timeout.
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
    // an idle connection stays open for its prepared statements; reconnecting every hour frees their memory on the server
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 3_600,
    keepAlive: true,
    ...connection,
    max: size,
    types: typeParsers,
    Client: NamedClient,
  })
  // without a listener, the loss of a connection would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // logs the loss of a connection only once: the server's last message and the closed socket may each emit an error
    client.once('error', (error) => {
      client.on('error', () => {})
      // an embedded database may stop before the pool during shutdown
      if (!pool.ending) log?.warn({ pool: name, err: databaseFailure(error) }, 'A database connection was lost.')
    })
  })
  return pool
}

/**
 * Pool that rejects a request for a second connection from inside a transaction. Without this check, transactions could hold every
 * connection while each waits for a second connection, until all of them time out.
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
    return super.connect(((error: unknown, ...rest: unknown[]) =>
      callback(databaseFailure(error) as Error, ...(rest as [undefined, () => void]))) as never)
  }) as Pool['connect']

  // also converts connection errors here, because a lost connection may first reject the running statement with pg's own error
  override query = ((...args: Parameters<Pool['query']>) => {
    const answer: unknown = super.query(...args)
    return answer instanceof Promise ? answer.catch(fail) : answer
  }) as Pool['query']
}

function fail(error: unknown): never {
  throw databaseFailure(error)
}
