import { sql, type Insertable, type Selectable } from 'kysely'
import type { HoldStatus } from './rules.ts'
import type { Party } from '#core/party.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { isOf } from '#platform/db/sides.ts'

/** A hold with the current names of its buyer and shop. */
export type HoldRow = Selectable<Tables['holds']> & { buyer_name: string; shop_slug: string; shop_name: string }

const holds = (db: Db) =>
  db
    .selectFrom('holds as h')
    .innerJoin('accounts as b', 'b.id', 'h.buyer_id')
    .leftJoin('shops as s', 's.id', 'h.shop_id')
    .selectAll('h')
    .select('b.name as buyer_name')
    // slug and name are empty if the shop has been deleted
    .select((eb) => [eb.fn.coalesce('s.slug', sql<string>`''`).as('shop_slug'), eb.fn.coalesce('s.name', sql<string>`''`).as('shop_name')])

export const findHold = (db: Db, id: string): Promise<HoldRow | undefined> =>
  holds(db).where('h.id', '=', id).$castTo<HoldRow>().executeTakeFirst()

/** Locks a hold until the transaction ends. The caller must lock its listing first. */
export const lockHold = (db: Tx, id: string): Promise<HoldRow | undefined> =>
  holds(db).where('h.id', '=', id).forUpdate('h').$castTo<HoldRow>().executeTakeFirst()

/** Locks holds whose stored status is `asked` or `active`, even those whose deadlines have passed. */
export const lockActiveOn = (db: Tx, listingIds: readonly string[]): Promise<HoldRow[]> =>
  listingIds.length === 0
    ? Promise.resolve([])
    : holds(db)
        .where('h.listing_id', 'in', [...listingIds])
        .where('h.status', 'in', ['asked', 'active'])
        .orderBy('h.id')
        .forUpdate('h')
        .$castTo<HoldRow>()
        .execute()

export async function insertHold(db: Db, row: Insertable<Tables['holds']>): Promise<void> {
  await db.insertInto('holds').values(row).execute()
}

export type HoldChange = { status: HoldStatus; until?: Date; order_id?: string | null; updated_at: Date }

export async function updateHold(db: Db, id: string, change: HoldChange): Promise<void> {
  await db.updateTable('holds').set(change).where('id', '=', id).execute()
}

/** Returns the holds whose deadlines have passed, longest overdue first. */
export const dueHolds = (db: Db, now: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('holds')
    .select('id')
    .where('status', 'in', ['asked', 'active'])
    .where('until', '<=', now)
    .orderBy('until')
    .limit(limit)
    .execute()

export type HoldFilter = { accountId: string; role: Party | undefined }

const matching = (db: Db, { accountId, role }: HoldFilter) => db.selectFrom('holds as h').where(isOf('h', accountId, role))

/** Returns one page of holds, newest first. */
export async function pageOfHolds(db: Db, filter: HoldFilter, { limit, offset }: Part): Promise<Paged<HoldRow>> {
  const page = matching(db, filter).select('h.id').orderBy('h.created_at', 'desc').orderBy('h.id', 'desc').limit(limit).offset(offset)
  return paged(
    matching(db, filter),
    holds(db).innerJoin(page.as('p'), 'p.id', 'h.id').orderBy('h.created_at', 'desc').orderBy('h.id', 'desc').$castTo<HoldRow>(),
  )
}

/** Returns true if all of these accounts are open, and prevents their closure until the transaction ends. */
export async function lockIfOpen(db: Tx, accountIds: readonly string[]): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts')
    .select('closed_at')
    .where('id', 'in', [...accountIds])
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.every(({ closed_at }) => closed_at === null)
}

/** Uses the stored status, because the deposit is not transferred before a job stores the final status. */
export const hasHeldOf = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('holds')
    .select('id')
    .where(isOf('holds', accountId))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'active'),
        // when an unpaid order expires, its hold becomes active again; until then, the service still holds the deposit
        eb.and([
          eb('status', '=', 'used'),
          eb.exists(
            eb.selectFrom('orders as o').select('o.id').whereRef('o.id', '=', 'holds.order_id').where('o.status', '=', 'awaiting_payment'),
          ),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined
