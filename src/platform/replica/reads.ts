import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Pool } from 'pg'
import { mayUseReplica } from './anonymous-reads.ts'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Watch } from './watch.ts'

export type Servers = { primary: Pool; replica: Pool; watch: Pick<Watch, 'mayAnswer' | 'failed'>; answered(): void }

/**
 * Creates a query builder that chooses a server for each statement. Anonymous reads use the replica, unless it fails or is not current
 * enough. All other reads use the primary. Transactions are not supported.
 */
export function readsOn(servers: Servers): Db {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReadDriver(servers),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(servers: Servers) {
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery) => read<R>(servers, query),
      // oxlint-disable-next-line require-yield -- the interface requires a generator, but no caller streams
      async *streamQuery() {
        throw new Error('The replica does not stream reads.')
      },
    }
  }

  init = async (): Promise<void> => {}
  /** Returns the only connection object. It takes a connection from a pool for each statement. */
  acquireConnection = async (): Promise<DatabaseConnection> => this.#connection
  releaseConnection = async (): Promise<void> => {}
  beginTransaction = (): Promise<void> => noTransaction()
  commitTransaction = (): Promise<void> => noTransaction()
  rollbackTransaction = (): Promise<void> => noTransaction()
  /** Does nothing, because the creator of the pools closes them. */
  destroy = async (): Promise<void> => {}
}

const noTransaction = (): Promise<never> => Promise.reject(new Error('The replica has no transactions: use inTransaction.'))

async function read<R>({ primary, replica, watch, answered }: Servers, { sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
  const values = [...parameters]
  if (mayUseReplica() && (await watch.mayAnswer())) {
    try {
      const { rows } = await replica.query(sql, values)
      answered()
      return { rows: rows as R[] }
    } catch (error) {
      if (!isOfStatement(error)) watch.failed(error)
    }
  }
  const { rows } = await primary.query(sql, values)
  return { rows: rows as R[] }
}

/** Returns true if the error comes from the statement, not from the replica: the statement is invalid, or it conflicted with WAL replay. */
const isOfStatement = (error: unknown): boolean => /^(2|4)[0-9A-Z]{4}$/.test(String((error as { code?: unknown }).code))
