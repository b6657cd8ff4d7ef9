import { sql } from 'kysely'
import type { Db } from '#lib/db/index.ts'

export type WaitingOffer = {
  id: string
  status: 'open' | 'countered'
  amount_cents: number
  note: string | null
  counter_cents: number | null
  counter_note: string | null
  counter_by: 'owner' | 'agent' | null
  expires_at: string
  created_at: string
  listing_id: string
  listing_title: string
  listing_price_cents: number
  shop_slug: string
  shop_name: string
  buyer_name: string
}

export type WaitingSale = {
  id: string
  status: 'paid'
  total_cents: number
  ship_by: string | null
  listing_id: string
  listing_title: string
  shop_slug: string
  shop_name: string
  buyer_name: string
}

export type Waiting = {
  offers: WaitingOffer[]
  counters: WaitingOffer[]
  sales: WaitingSale[]
  unread_threads: number
  unread_as_buyer: number
}

/**
 * Everything that waits on an account at `now`, in one statement: what ends soonest first, at most `limit` of each kind.
 * Times are text, as JSON has them.
 */
export async function readWaiting(db: Db, accountId: string, now: Date, limit: number): Promise<Waiting> {
  const standing = (side: 'seller' | 'buyer', status: 'open' | 'countered') => sql`
    select coalesce(jsonb_agg(w order by w.expires_at, w.id), '[]') from (
      select o.id, o.status, o.amount_cents, o.note, o.counter_cents, o.counter_note, o.counter_by,
        o.expires_at, o.created_at, o.listing_id, o.listing_title, o.listing_price_cents,
        coalesce(s.slug, o.shop_slug) as shop_slug, coalesce(s.name, o.shop_name) as shop_name, b.name as buyer_name
      from offers o join accounts b on b.id = o.buyer_id left join shops s on s.id = o.shop_id
      where ${side === 'seller' ? sql`o.seller_id` : sql`o.buyer_id`} = ${accountId}
        and o.status = ${status} and o.expires_at > ${now}
      order by o.expires_at, o.id limit ${limit}) w`
  const { rows } = await sql<Waiting>`
    select (${standing('seller', 'open')}) as offers, (${standing('buyer', 'countered')}) as counters,
      (select coalesce(jsonb_agg(w order by w.ship_by, w.id), '[]') from (
        select o.id, o.status, o.item_cents + o.shipping_cents as total_cents, o.ship_by, o.listing_id, o.listing_title,
          coalesce(s.slug, o.shop_slug) as shop_slug, coalesce(s.name, o.shop_name) as shop_name, b.name as buyer_name
        from orders o join accounts b on b.id = o.buyer_id left join shops s on s.id = o.shop_id
        where o.seller_id = ${accountId} and o.status = 'paid'
        order by o.ship_by, o.id limit ${limit}) w) as sales,
      (select count(*) from threads where seller_id = ${accountId} and seller_unread > 0) as unread_threads,
      (select count(*) from threads where buyer_id = ${accountId} and buyer_unread > 0) as unread_as_buyer`.execute(db)
  return rows[0]!
}
