import { CompiledQuery } from 'kysely'
import type { Db } from './index.ts'

/**
 * A statement written once as text, for what is read so often that building and compiling it each time shows
 * (performance.md, Limits). It runs on a pool or in a transaction like any other; `$1`, `$2` … are the parameters.
 */
export function statement<Parameters extends readonly unknown[], Row>(text: string): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  const { query, queryId, sql } = CompiledQuery.raw(text)
  return async (db, ...parameters) => (await db.executeQuery<Row>({ query: query as CompiledQuery<Row>['query'], queryId, sql, parameters })).rows
}
