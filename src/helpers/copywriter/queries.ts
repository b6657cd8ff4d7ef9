import type { Insertable, Selectable } from 'kysely'
import type { Tone } from '#helpers/copywriter/rules/copy.ts'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'

export type TakeRow = Omit<Selectable<Tables['words_takes']>, 'tone'> & { tone: Tone }

export const insertTake = async (db: Db, row: Insertable<Tables['words_takes']>): Promise<TakeRow> =>
  (await db.insertInto('words_takes').values(row).returningAll().executeTakeFirstOrThrow()) as TakeRow

/** Returns the current take (generated copy), which is the one generated or restored most recently. */
export const currentTake = async (db: Db, listingId: string): Promise<TakeRow | undefined> =>
  (await takes(db, listingId)
    .orderBy((eb) => eb.fn.coalesce('used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as TakeRow | undefined

export const pageOfTakes = (db: Db, listingId: string, { limit, offset }: Part): Promise<Paged<TakeRow>> => {
  const all = takes(db, listingId)
  return paged(all, all.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).$castTo<TakeRow>())
}

export const findTake = async (db: Db, listingId: string, id: string): Promise<TakeRow | undefined> =>
  (await takes(db, listingId).where('id', '=', id).executeTakeFirst()) as TakeRow | undefined

export async function markUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('words_takes').set({ used_at: at }).where('id', '=', id).execute()
}

const takes = (db: Db, listingId: string) => db.selectFrom('words_takes').selectAll().where('listing_id', '=', listingId)
