import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { until } from '#test/until.ts'

/**
 * Makes concurrent requests race. Blocks writes to `table`, but not reads, until `count` transactions wait for a lock. By then, `count`
 * requests have read the old state, unless the code locks before it reads. `count` must not exceed the size of the connection pool.
 */
export async function withBlockedWrites<T>(db: Db, table: string, count: number, work: () => Promise<T>): Promise<T> {
  const { promise: blocked, resolve: setBlocked } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const blocking = db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
    setBlocked()
    await released
  })
  try {
    await Promise.race([blocked, blocking])
    const working = work()
    await until(`${count} transactions wait for a lock`, async () => (await lockWaits(db)) >= count)
    release()
    return await working
  } finally {
    release()
    await blocking
  }
}

/** Returns the number of transactions in this database that wait for a lock. `text` is a part of the waiting statement. */
export async function lockWaits(db: Db, text = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${text}) > 0`.execute(db)
  return rows[0]!.count
}
