import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './index.ts'

/** Which part of a list is meant. */
export type Part = { limit: number; offset: number }

/** That part, and how many there are in all. */
export type Paged<R> = { rows: R[]; total: number }

// oxlint-disable-next-line typescript/no-explicit-any -- any tables: it is only counted
type Matching = SelectQueryBuilder<any, any, any>

/** A part of what matches, read by `rows`, and how many match in all. */
export async function paged<R>(matching: Matching, rows: { execute(): Promise<R[]> }): Promise<Paged<R>> {
  const [part, { total }] = await Promise.all([
    rows.execute(),
    matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: part, total }
}

/** The same where the statement is written by hand. `matching`: all behind its `from`. */
export async function pagedBy<R>(db: Db, matching: RawBuilder<unknown>, rows: RawBuilder<R>): Promise<Paged<R>> {
  const [part, count] = await Promise.all([rows.execute(db), sql<{ total: number }>`select count(*) as total from ${matching}`.execute(db)])
  return { rows: part.rows, total: count.rows[0]!.total }
}
