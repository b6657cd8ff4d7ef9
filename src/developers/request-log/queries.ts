import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { paged, type Paged } from '#platform/db/paginate.ts'

export type RequestRow = Selectable<Tables['request_log']> & { key_name: string }

type By = { accountId: string; keyId: string | null; failed: boolean; since: Date; limit: number; offset: number }

/** Returns the logged requests, newest first. */
export async function listRequests(db: Db, by: By): Promise<Paged<RequestRow>> {
  const mine = db
    .selectFrom('request_log as r')
    .where('r.account_id', '=', by.accountId)
    .where('r.created_at', '>', by.since)
    .$if(by.keyId !== null, (q) => q.where('r.key_id', '=', by.keyId!))
    .$if(by.failed, (q) => q.where('r.status', '>=', 400))
  return paged(
    mine,
    mine
      .innerJoin('keys as k', 'k.id', 'r.key_id')
      .selectAll('r')
      .select('k.name as key_name')
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(by.limit)
      .offset(by.offset),
  )
}
