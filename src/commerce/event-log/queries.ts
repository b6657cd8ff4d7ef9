import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { paged, type Paged } from '#platform/db/paginate.ts'

export type EventRow = Selectable<Tables['events']>
type Mine = { accountId: string; type: string | undefined; since: Date; limit: number }

/** Lists an account's public events since the time `since`, newest first. */
export async function listEvents(db: Db, by: Mine & { offset: number }): Promise<Paged<EventRow>> {
  const mine = publicEvents(db, by)
  return paged(mine, mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(by.limit).offset(by.offset))
}

/**
 * Lists events after the cursor, in the order in which their transactions started to write. A transaction that is still open may later
 * commit events that belong earlier in the list. Therefore, the list omits the events of all transactions that started after an open
 * transaction. `total` includes these events.
 */
export async function listEventsAfter(db: Db, by: Mine & { after: EventRow | null }): Promise<Paged<EventRow>> {
  const { after } = by
  const later = publicEvents(db, by)
    .where(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`)
    .$if(after !== null, (q) => q.where(sql<boolean>`(xid, id) > (${after!.xid}::xid8, ${after!.id})`))
  return paged(later, later.selectAll().orderBy('xid').orderBy('id').limit(by.limit))
}

/** Returns an account's public event by id. */
export const findEvent = (db: Db, by: { accountId: string; id: string }): Promise<EventRow | undefined> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', by.id)
    .where('account_id', '=', by.accountId)
    .where('is_public', '=', true)
    .executeTakeFirst()

const publicEvents = (db: Db, { accountId, since, type }: Mine) =>
  db
    .selectFrom('events')
    .where('account_id', '=', accountId)
    .where('is_public', '=', true)
    .where('created_at', '>', since)
    .$if(type !== undefined, (q) => q.where('type', '=', type!))
