import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

// What an account said, offered and thought of, each in the order of its ids and a page at a time. Of the other side
// there is the name that the account sees anyway, and never an email.

export type OwnedThread = {
  id: string
  role: 'buyer' | 'seller'
  listing_id: string | null
  listing_title: string | null
  shop_slug: string
  buyer: string
  created_at: Date
  messages: { id: string; from: string; text: string; created_at: string }[]
}

export const ownedThreads = async (db: Db, accountId: string, after: string, limit: number): Promise<OwnedThread[]> =>
  (
    await sql<OwnedThread>`
      select t.id, case when t.buyer_id = ${accountId} then 'buyer' else 'seller' end as role,
        t.listing_id, t.listing_title, t.shop_slug, b.name as buyer, t.created_at,
        (select coalesce(json_agg(json_build_object('id', m.id, 'from', m.sender, 'text', m.text, 'created_at', m.created_at)
           order by m.created_at, m.id), '[]') from messages m where m.thread_id = t.id) as messages
      from threads t join accounts b on b.id = t.buyer_id
      where (t.buyer_id = ${accountId} or t.seller_id = ${accountId}) and t.id > ${after}
      order by t.id limit ${limit}`.execute(db)
  ).rows

const roleOf = (accountId: string) => sql<'buyer' | 'seller'>`case when buyer_id = ${accountId} then 'buyer' else 'seller' end`
const isOf = (accountId: string) => sql<boolean>`(buyer_id = ${accountId} or seller_id = ${accountId})`

export const ownedReviews = (db: Db, accountId: string, after: string, limit: number) =>
  db
    .selectFrom('reviews')
    .select([
      'id',
      roleOf(accountId).as('role'),
      'order_id',
      'listing_id',
      'rating',
      'body',
      'reply_body',
      'replied_at',
      'hidden_at',
      'hidden_reason',
      'created_at',
    ])
    .where(isOf(accountId))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const ownedOffers = (db: Db, accountId: string, after: string, limit: number) =>
  db
    .selectFrom('offers')
    .select([
      'id',
      roleOf(accountId).as('role'),
      'listing_id',
      'listing_title',
      'listing_price_cents',
      'shop_slug',
      'amount_cents',
      'note',
      'status',
      'counter_cents',
      'counter_note',
      'counter_by',
      'closed_reason',
      'order_id',
      'expires_at',
      'created_at',
    ])
    .where(isOf(accountId))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export type OwnedOffer = Awaited<ReturnType<typeof ownedOffers>>[number]

/** What an account bought and sold, each order with its timeline; the pickup code is its buyer's alone. */
export const ownedOrders = (db: Db, accountId: string, after: string, limit: number) =>
  db
    .selectFrom('orders as o')
    .selectAll('o')
    .select((eb) =>
      jsonArrayFrom(
        eb.selectFrom('order_steps as s').select(['s.at', 's.status', 's.by']).whereRef('s.order_id', '=', 'o.id').orderBy('s.position'),
      ).as('timeline'),
    )
    .where((eb) => eb.or([eb('o.seller_id', '=', accountId), eb('o.buyer_id', '=', accountId)]))
    .where('o.id', '>', after)
    .orderBy('o.id')
    .limit(limit)
    .execute()
export type OwnedOrder = Awaited<ReturnType<typeof ownedOrders>>[number]
