import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'

export type EventRow = Selectable<Tables['events']>

/** Public events of an account that are not older than `since`, newest first. */
export async function listEvents(
  db: Db,
  by: { accountId: string; type: string | undefined; since: Date; limit: number; offset: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const mine = db
    .selectFrom('events')
    .where('account_id', '=', by.accountId)
    .where('is_public', '=', true)
    .where('created_at', '>', by.since)
    .$if(by.type !== undefined, (q) => q.where('type', '=', by.type!))
  const [rows, count] = await Promise.all([
    mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(by.limit).offset(by.offset).execute(),
    mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}
