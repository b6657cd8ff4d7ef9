import type { Tenant } from '#core/tenant.ts'
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type ReviewRow = {
  id: string
  rating: number
  body: string
  reviewer_name: string
  reviewer_closed: boolean
  created_at: Date
  reply_body: string | null
  replied_at: Date | null
  listing_id: string
  listing_title: string
  listing_link: string
  shop_slug: string
  shop_name: string
  tenant: Tenant
}

/** Cursor: the last review on a page. The next page starts with the review before it. */
export type ReviewCursor = { createdAt: Date; id: string }

/**
 * Selects reviews, with the item's title and photo at the time of the purchase, the listing's link, which never changes, and the shop's
 * current slug.
 */
const reviews = (db: Db) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('accounts as a', 'a.id', 'r.buyer_id')
    .leftJoin('shops as s', 's.id', 'r.shop_id')
    .select((eb) => [
      'r.id',
      'r.rating',
      'r.body',
      'a.name as reviewer_name',
      eb('a.closed_at', 'is not', null).as('reviewer_closed'),
      'r.created_at',
      'r.reply_body',
      'r.replied_at',
      'r.listing_id',
      'o.listing_title',
      'o.listing_link',
      eb.fn.coalesce('s.slug', 'o.shop_slug').as('shop_slug'),
      eb.fn.coalesce('s.name', 'o.shop_name').as('shop_name'),
      eb.fn.coalesce('s.world', sql<string>`''`).as('tenant'),
    ])

/** Returns public reviews, newest first (spec: interface, GET /stores/{slug}/reviews). */
export const storeReviews = (
  db: Db,
  { shopId, rating, after, limit }: { shopId: string; rating: number | undefined; after: ReviewCursor | null; limit: number },
): Promise<ReviewRow[]> =>
  reviews(db)
    .where('r.shop_id', '=', shopId)
    .where('r.hidden_at', 'is', null)
    .$if(rating !== undefined, (q) => q.where('r.rating', '=', rating!))
    .$if(after !== null, (q) => q.where(sql<boolean>`(r.created_at, r.id) < (${after?.createdAt}, ${after?.id})`))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .$castTo<ReviewRow>()
    .execute()

/** Returns the average rating, with two decimals, and the number of public reviews. If there are no reviews, both are 0. */
export async function storeRating(db: Db, shopId: string): Promise<{ average: number; count: number }> {
  const { rows } = await sql<{ average: number; count: number }>`
    select coalesce(round(avg(rating), 2), 0)::float8 as average, count(*) as count
    from reviews where shop_id = ${shopId} and hidden_at is null`.execute(db)
  return rows[0]!
}

export const findReview = (db: Db, id: string): Promise<ReviewRow | undefined> =>
  reviews(db).where('r.id', '=', id).$castTo<ReviewRow>().executeTakeFirst()

/** Returns the buyer's review of an order, even if it is hidden. */
export const reviewOfOrder = (db: Db, orderId: string, buyerId: string): Promise<ReviewRow | undefined> =>
  reviews(db).where('r.order_id', '=', orderId).where('r.buyer_id', '=', buyerId).$castTo<ReviewRow>().executeTakeFirst()

export const lockReview = (db: Tx, id: string): Promise<Selectable<Tables['reviews']> | undefined> =>
  db.selectFrom('reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export type ReviewedOrder = {
  id: string
  shop_id: string
  listing_id: string
  seller_id: string
  buyer_id: string
  status: string
  ended_at: Date | null
  reviewed: boolean
}

/**
 * Returns the facts about an order that decide whether it can be reviewed. Does not lock the order, because a finished order never changes.
 */
export const findOrder = async (db: Db, id: string): Promise<ReviewedOrder | undefined> =>
  (
    await sql<ReviewedOrder>`
      select o.id, o.shop_id, o.listing_id, o.seller_id, o.buyer_id, o.status,
        coalesce((select max(at) from order_steps p where p.order_id = o.id and p.status = o.status), o.completed_at, o.updated_at) as ended_at,
        exists (select from reviews r where r.order_id = o.id) as reviewed
      from orders o where o.id = ${id}`.execute(db)
  ).rows[0]

/** Inserts a review. Returns false if the order already has one. */
export const insertReview = (
  db: Db,
  row: Pick<
    Selectable<Tables['reviews']>,
    'id' | 'order_id' | 'shop_id' | 'listing_id' | 'seller_id' | 'buyer_id' | 'rating' | 'body' | 'created_at'
  >,
): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('reviews')
      .values(row)
      .onConflict((oc) => oc.column('order_id').doNothing()),
  )

type Change =
  | { reply_body: string; replied_at: Date }
  | { hidden_at: Date; hidden_reason: string }
  | { hidden_at: null; hidden_reason: null }

export async function updateReview(db: Db, id: string, change: Change): Promise<void> {
  await db.updateTable('reviews').set(change).where('id', '=', id).execute()
}
