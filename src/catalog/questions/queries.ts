import type { Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { ChangeQuestion } from './schema.ts'

export type QuestionRow = Selectable<Tables['listing_questions']>

const ofListing = (db: Db, listingId: string) => db.selectFrom('listing_questions').where('listing_id', '=', listingId)

/** Returns one page of questions about a listing, oldest first. */
export const pageOfQuestions = (db: Db, listingId: string, { limit, offset }: Part): Promise<Paged<QuestionRow>> =>
  paged(ofListing(db, listingId), ofListing(db, listingId).selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset))

export const findQuestion = (db: Db, listingId: string, id: string): Promise<QuestionRow | undefined> =>
  ofListing(db, listingId).selectAll().where('id', '=', id).executeTakeFirst()

export const countQuestions = async (db: Tx, listingId: string): Promise<number> =>
  (
    await ofListing(db, listingId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export async function insertQuestion(db: Tx, row: QuestionRow): Promise<void> {
  await db.insertInto('listing_questions').values(row).execute()
}

export const updateQuestion = (
  db: Tx,
  listingId: string,
  id: string,
  change: ChangeQuestion & { updated_at: Date },
): Promise<QuestionRow | undefined> =>
  db.updateTable('listing_questions').set(change).where('id', '=', id).where('listing_id', '=', listingId).returningAll().executeTakeFirst()

/** Deletes a question. Returns false if the listing has no such question. */
export const deleteQuestion = (db: Tx, listingId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('listing_questions').where('id', '=', id).where('listing_id', '=', listingId))
