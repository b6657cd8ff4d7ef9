import { CompiledQuery } from 'kysely'
import type { Db } from './index.ts'

/** Runs a statement on a pool or in a transaction. */
export type Statement<P extends readonly unknown[], Row> = (db: Db, ...parameters: P) => Promise<Row[]>

/**
 * Compiles SQL text with parameters (`$1`, `$2` and so on) once. Use it for frequent reads, where building the statement on each call takes
 * measurable time.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller declares the types of the parameters and rows
export function statement<S extends Statement<never, unknown>>(text: string): S
export function statement(text: string): Statement<unknown[], unknown> {
  const { query, queryId, sql } = CompiledQuery.raw(text)
  return async (db, ...parameters) => (await db.executeQuery({ query, queryId, sql, parameters })).rows
}
