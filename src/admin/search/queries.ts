import { sql } from 'kysely'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { OrderStatus } from '#core/order-status.ts'

/** Maximum number of search results per kind of record. */
const MOST = 10

const like = (q: string): string => `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`

export type FoundAccount = { id: string; name: string; shops: string[] }

/** Finds accounts by id, email or name, or by the id, slug or name of one of their shops. */
export async function findAccounts(db: Db, q: string): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select a.id, a.name, coalesce((select json_agg(s.slug order by s.created_at, s.id) from shops s where s.owner_id = a.id), '[]') as shops
    from accounts a
    where a.sandbox_of is null and (a.id = ${q} or coalesce(a.email, a.guest_email) ilike ${like(q)} or a.name ilike ${like(q)}
      or exists (select from shops s where s.owner_id = a.id and (s.id = ${q} or s.slug ilike ${like(q)} or s.name ilike ${like(q)})))
    order by a.created_at desc, a.id desc limit ${MOST}`.execute(db)
  return rows
}

export type FoundListing = {
  id: string
  title: string | null
  status: ListingStatus
  hidden: boolean
  owner_id: string
  shop_slug: string
  link: string | null
}

/** Finds listings by id or title. */
export async function findListings(db: Db, q: string): Promise<FoundListing[]> {
  const { rows } = await sql<FoundListing>`
    select l.id, l.title, l.status, l.hidden_at is not null as hidden, l.owner_id, s.slug as shop_slug, l.link
    from listings l join shops s on s.id = l.shop_id
    where (l.id = ${q} or l.title ilike ${like(q)}) and ${ofMarket('l.owner_id')}
    order by l.created_at desc, l.id desc limit ${MOST}`.execute(db)
  return rows
}

export type FoundOrder = {
  id: string
  title: string
  status: OrderStatus
  total_cents: number
  seller_id: string
  buyer_id: string
  disputed: boolean
}

/** Finds orders by id, purchase id, tracking number, title, or the buyer's email address or name. */
export async function findOrders(db: Db, q: string): Promise<FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select o.id, o.listing_title as title, o.status, o.item_cents + o.shipping_cents as total_cents, o.seller_id, o.buyer_id,
      o.problem is not null as disputed
    from orders o join accounts b on b.id = o.buyer_id
    where (o.id = ${q} or o.purchase_id = ${q} or replace(o.tracking_number, ' ', '') ilike ${q.replaceAll(' ', '')}
      or o.listing_title ilike ${like(q)} or coalesce(b.email, b.guest_email) ilike ${like(q)} or b.name ilike ${like(q)})
      and ${ofMarket('o.seller_id')}
    order by o.created_at desc, o.id desc limit ${MOST}`.execute(db)
  return rows
}
