import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './index.ts'

/** Limit and offset of a page. */
export type Part = { limit: number; offset: number }

/** One page of rows, and the total number of rows in the list. */
export type Paged<R> = { rows: R[]; total: number }

// oxlint-disable-next-line typescript/no-explicit-any -- accepts any tables, because the query is only counted
type Matching = SelectQueryBuilder<any, any, any>

/** Reads a page with `rows`, and counts all rows of `matching`. */
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

/** Reads one page of a handwritten SQL query, and counts all its rows. `matching`: the SQL after `from`. */
export async function pagedBy<R>(db: Db, matching: RawBuilder<unknown>, rows: RawBuilder<R>): Promise<Paged<R>> {
  const [part, count] = await Promise.all([rows.execute(db), sql<{ total: number }>`select count(*) as total from ${matching}`.execute(db)])
  return { rows: part.rows, total: count.rows[0]!.total }
}
