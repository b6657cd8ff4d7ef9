import { sql, type Selectable } from 'kysely'
import type { AppealOutcome, MeasureKind } from './rules.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'

export type MeasureRow = Selectable<Tables['measures']>
export type AppealRow = Selectable<Tables['appeals']>
/** `changed_at`: time of the last change to the listing since the operator requested a change. */
export type OwnedMeasureRow = MeasureRow & { account_name: string; changed_at: Date | null }

const CHANGED_AT = sql<Date | null>`(select l.updated_at from listings l
  where m.kind = 'change' and l.id = m.subject_id and l.updated_at > m.taken_at)`.as('changed_at')

export const insertMeasure = (db: Db, row: Omit<MeasureRow, 'lifted_at' | 'lifted_reason'>): Promise<MeasureRow> =>
  db.insertInto('measures').values(row).returningAll().executeTakeFirstOrThrow()

export const lockActive = (db: Tx, kind: MeasureKind, subjectId: string): Promise<MeasureRow | undefined> =>
  db
    .selectFrom('measures')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('lifted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const findMeasure = (db: Db, id: string): Promise<MeasureRow | undefined> =>
  db.selectFrom('measures').selectAll().where('id', '=', id).executeTakeFirst()

export const lockMeasure = (db: Tx, id: string): Promise<MeasureRow | undefined> =>
  db.selectFrom('measures').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const liftMeasure = (db: Db, id: string, reason: string, at: Date): Promise<MeasureRow> =>
  db.updateTable('measures').set({ lifted_at: at, lifted_reason: reason }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const rewordMeasure = (db: Db, id: string, reason: string): Promise<MeasureRow> =>
  db.updateTable('measures').set({ reason }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const isShopSuspended = async (db: Db, shopId: string, ownerId: string): Promise<boolean> =>
  (await db
    .selectFrom('measures')
    .select('id')
    .where('lifted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'shop'), eb('subject_id', '=', shopId)]),
        eb.and([eb('kind', '=', 'account'), eb('subject_id', '=', ownerId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

export type MeasureFilter = { accountId?: string | undefined; kind?: MeasureKind | undefined; standing?: boolean | undefined }

export async function pageOfMeasures(
  db: Db,
  { accountId, kind, standing: active }: MeasureFilter,
  { limit, offset }: Part,
): Promise<Paged<OwnedMeasureRow>> {
  const matching = db
    .selectFrom('measures as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .$if(accountId !== undefined, (q) => q.where('m.account_id', '=', accountId!))
    .$if(kind !== undefined, (q) => q.where('m.kind', '=', kind!))
    .$if(active !== undefined, (q) => q.where('m.lifted_at', active! ? 'is' : 'is not', null))
  return paged(
    matching,
    matching
      .selectAll('m')
      .select(['a.name as account_name', CHANGED_AT])
      .orderBy('m.taken_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset),
  )
}

/** Returns the active moderation actions on an account's records, except warnings, latest first. */
export const activeOf = (db: Db, accountId: string, limit: number): Promise<MeasureRow[]> =>
  db
    .selectFrom('measures')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'warning')
    .where('lifted_at', 'is', null)
    .orderBy('taken_at', 'desc')
    .limit(limit)
    .execute()

/** Returns an account's moderation actions, active actions first. */
export const measuresOf = (db: Db, accountId: string, limit: number): Promise<MeasureRow[]> =>
  db
    .selectFrom('measures')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`lifted_at is null`, 'desc')
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const appealsOf = (db: Db, measureIds: readonly string[]): Promise<AppealRow[]> =>
  measureIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('appeals')
        .selectAll()
        .where('measure_id', 'in', [...measureIds])
        .orderBy('created_at')
        .orderBy('id')
        .execute()

export const insertAppeal = (db: Db, row: Pick<AppealRow, 'id' | 'measure_id' | 'body' | 'created_at'>): Promise<AppealRow> =>
  db.insertInto('appeals').values(row).returningAll().executeTakeFirstOrThrow()

export const findAppeal = (db: Db, id: string): Promise<AppealRow | undefined> =>
  db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst()

export const answerAppeal = (
  db: Db,
  id: string,
  change: { outcome: AppealOutcome; answer: string; answered_at: Date },
): Promise<AppealRow> => db.updateTable('appeals').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function answerOpenAppeals(
  db: Db,
  measureId: string,
  change: { outcome: AppealOutcome; answer: string; answered_at: Date },
): Promise<void> {
  await db.updateTable('appeals').set(change).where('measure_id', '=', measureId).where('answered_at', 'is', null).execute()
}

/**
 * Returns a page of appeals. Open appeals are sorted by age, oldest first. Answered appeals are sorted by the time of the answer, latest
 * first.
 */
export async function pageOfAppeals(db: Db, open: boolean, { limit, offset }: Part): Promise<Paged<AppealRow>> {
  const matching = db.selectFrom('appeals').where('answered_at', open ? 'is' : 'is not', null)
  return paged(
    matching,
    matching
      .selectAll()
      .orderBy(open ? 'created_at' : 'answered_at', open ? 'asc' : 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
}

export const measuresByIds = (db: Db, ids: readonly string[]): Promise<OwnedMeasureRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('measures as m')
        .innerJoin('accounts as a', 'a.id', 'm.account_id')
        .selectAll('m')
        .select(['a.name as account_name', CHANGED_AT])
        .where('m.id', 'in', [...ids])
        .execute()
