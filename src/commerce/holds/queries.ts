import { sql, type Insertable, type Selectable } from 'kysely'
import type { HoldStatus } from './rules.ts'
import type { Party } from '#core/party.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { isOf } from '#platform/db/sides.ts'

/** A hold with the names of today that it is shown with. */
export type HoldRow = Selectable<Tables['holds']> & { buyer_name: string; shop_slug: string; shop_name: string }

const holds = (db: Db) =>
  db
    .selectFrom('holds as h')
    .innerJoin('accounts as b', 'b.id', 'h.buyer_id')
    .leftJoin('shops as s', 's.id', 'h.shop_id')
    .selectAll('h')
    .select('b.name as buyer_name')
    // a shop that is gone has neither
    .select((eb) => [eb.fn.coalesce('s.slug', sql<string>`''`).as('shop_slug'), eb.fn.coalesce('s.name', sql<string>`''`).as('shop_name')])

export const findHold = (db: Db, id: string): Promise<HoldRow | undefined> =>
  holds(db).where('h.id', '=', id).$castTo<HoldRow>().executeTakeFirst()

/** Locked until the transaction ends. Its listing is locked before. */
export const lockHold = (db: Tx, id: string): Promise<HoldRow | undefined> =>
  holds(db).where('h.id', '=', id).forUpdate('h').$castTo<HoldRow>().executeTakeFirst()

/** What is stored as asked or active on listings, whatever the clock says. Locked; the listings are locked before. */
export const lockStandingOn = (db: Tx, listingIds: readonly string[]): Promise<HoldRow[]> =>
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

/** Holds whose time is over, the longest over first. */
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

/** One page, the newest first. */
export async function pageOfHolds(db: Db, filter: HoldFilter, { limit, offset }: Part): Promise<Paged<HoldRow>> {
  const page = matching(db, filter).select('h.id').orderBy('h.created_at', 'desc').orderBy('h.id', 'desc').limit(limit).offset(offset)
  return paged(
    matching(db, filter),
    holds(db).innerJoin(page.as('p'), 'p.id', 'h.id').orderBy('h.created_at', 'desc').orderBy('h.id', 'desc').$castTo<HoldRow>(),
  )
}

/**
 * Whether all of these accounts are open. They stay so until the transaction ends: whoever closes one waits, or is waited for.
 */
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

/** Whether a deposit of or for this account is still held, by what is written: what time has ended is somebody's money still to be moved. */
export const hasHeldOf = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('holds')
    .select('id')
    .where(isOf('holds', accountId))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'active'),
        // behind an order that was not paid it stands again, or goes to one of the two
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
