import { sql, type Insertable, type Selectable } from 'kysely'
import type { BundleShipping, BundleTier } from '#core/bundle.ts'
import type { Party } from '#core/party.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { buyerName, isOf } from '#platform/db/sides.ts'
import type { PurchaseStatus } from './rules.ts'

/** A purchase, with the current names of the buyer and the shop. */
export type PurchaseRow = Selectable<Tables['purchases']> & { buyer_name: string; shop_slug_now: string }

const purchases = (db: Db) =>
  db
    .selectFrom('purchases as p')
    .leftJoin('shops as s', 's.id', 'p.shop_id')
    .selectAll('p')
    .select(buyerName('p'))
    .select((eb) => eb.fn.coalesce('s.slug', 'p.shop_slug').as('shop_slug_now'))

export const findPurchase = (db: Db, id: string): Promise<PurchaseRow | undefined> =>
  purchases(db).where('p.id', '=', id).$castTo<PurchaseRow>().executeTakeFirst()

/** Locks a purchase until the transaction ends. The caller must lock its listings first. */
export const lockPurchase = (db: Tx, id: string): Promise<PurchaseRow | undefined> =>
  purchases(db).where('p.id', '=', id).forUpdate('p').$castTo<PurchaseRow>().executeTakeFirst()

/** Locks the listings in a purchase, in order of their ids. */
export async function lockListingsOf(db: Tx, purchaseId: string): Promise<void> {
  await sql`
    select id from listings where id in (select listing_id from orders where purchase_id = ${purchaseId}) order by id for update`.execute(
    db,
  )
}

/** Locks these listings in order of their ids, so that two purchases with the same items cannot deadlock. */
export async function lockListings(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`select id from listings where id = any(${[...ids]}::text[]) order by id for update`.execute(db)
}

export async function insertPurchase(db: Tx, row: Insertable<Tables['purchases']>): Promise<void> {
  await db.insertInto('purchases').values(row).execute()
}

export async function updatePurchase(
  db: Tx,
  id: string,
  change: { status?: PurchaseStatus; paid_at?: Date; updated_at: Date },
): Promise<void> {
  await db.updateTable('purchases').set(change).where('id', '=', id).execute()
}

/** Returns unpaid purchases past their deadline, longest overdue first. */
export const duePurchases = (db: Db, now: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('purchases')
    .select('id')
    .where('status', '=', 'awaiting_payment')
    .where('pay_by', '<=', now)
    .orderBy('pay_by')
    .orderBy('id')
    .limit(limit)
    .execute()

export type PurchaseFilter = { accountId: string; role: Party | undefined; status: PurchaseStatus | undefined; now: Date }

const matching = (db: Db, { accountId, role, status, now }: PurchaseFilter) =>
  db
    .selectFrom('purchases as p')
    .where(isOf('p', accountId, role))
    .$if(status !== undefined, (q) =>
      q.where(sql<string>`case when p.status = 'awaiting_payment' and p.pay_by <= ${now} then 'expired' else p.status end`, '=', status!),
    )

/** Returns one page of purchases, newest first. */
export async function pageOfPurchases(db: Db, filter: PurchaseFilter, { limit, offset }: Part): Promise<Paged<PurchaseRow>> {
  const page = matching(db, filter).select('p.id').orderBy('p.created_at', 'desc').orderBy('p.id', 'desc').limit(limit).offset(offset)
  return paged(
    matching(db, filter),
    purchases(db).innerJoin(page.as('q'), 'q.id', 'p.id').orderBy('p.created_at', 'desc').orderBy('p.id', 'desc').$castTo<PurchaseRow>(),
  )
}

/** Returns a shop's bundle settings. */
export const bundleSettings = async (db: Db, shopId: string): Promise<{ tiers: BundleTier[]; shipping: BundleShipping }> => {
  const { bundle_tiers: tiers, bundle_shipping: shipping } = await db
    .selectFrom('shops')
    .select(['bundle_tiers', 'bundle_shipping'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
  return { tiers: tiers as BundleTier[], shipping: shipping as BundleShipping }
}
