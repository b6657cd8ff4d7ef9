import { sql } from 'kysely'
import type { Problem, ReturnDetails } from '#commerce/orders/queries.ts'
import type { OrderParty, OrderPayment, OrderPayout, OrderStatus } from '#commerce/orders/rules/order.ts'
import type { ReturnStatus } from '#commerce/orders/rules/return.ts'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'
import { type Paged, pagedBy, type Part } from '#platform/db/paginate.ts'

/** An order in dispute, without the delivery address, which only the buyer and the seller can see (spec: completions 7). */
export type DisputeRow = {
  id: string
  status: OrderStatus
  payment: OrderPayment
  payout: OrderPayout
  listing_id: string
  listing_title: string
  shop_id: string
  shop_name: string
  shop_slug: string
  seller_id: string
  seller_name: string
  buyer_id: string
  buyer_name: string
  item_cents: number
  shipping_cents: number
  refunded_cents: number
  pickup: boolean
  carrier: string | null
  tracking_number: string | null
  problem: Problem
  return_status: ReturnStatus | null
  return_by: Date | null
  return_details: ReturnDetails | null
  paid_at: Date | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = sql`
  o.id, o.status, o.payment, o.payout, o.listing_id, o.listing_title, o.shop_id, o.shop_name, coalesce(s.slug, o.shop_slug) as shop_slug,
  o.seller_id, a.name as seller_name, o.buyer_id, b.name as buyer_name, o.item_cents, o.shipping_cents, o.refunded_cents, o.pickup,
  o.carrier, o.tracking_number, o.problem, o.return_status, o.return_by, o.return_details, o.paid_at, o.created_at, o.updated_at
  from orders o join accounts a on a.id = o.seller_id join accounts b on b.id = o.buyer_id left join shops s on s.id = o.shop_id`

/**
 * Returns a page of disputes. Open disputes are sorted by age, oldest first. Decided disputes are sorted by the time of the decision,
 * latest first.
 */
export async function pageOfDisputes(db: Db, open: boolean, { limit, offset }: Part): Promise<Paged<DisputeRow>> {
  const state = open ? sql`o.status = 'problem'` : sql`o.problem is not null and o.status in ('completed', 'refunded')`
  const which = sql`${state} and ${ofMarket('o.seller_id')}`
  const order = open ? sql`o.problem ->> 'reported_at', o.id` : sql`o.updated_at desc, o.id`
  return pagedBy(
    db,
    sql`orders o where ${which}`,
    sql<DisputeRow>`select ${COLUMNS} where ${which} order by ${order} limit ${limit} offset ${offset}`,
  )
}

export const findDispute = async (db: Db, id: string): Promise<DisputeRow | undefined> =>
  (await sql<DisputeRow>`select ${COLUMNS} where o.id = ${id} and o.problem is not null and ${ofMarket('o.seller_id')}`.execute(db)).rows[0]

export type Step = { at: Date; status: OrderStatus; by: OrderParty }

export const stepsOf = (db: Db, orderId: string): Promise<Step[]> =>
  db.selectFrom('order_steps').select(['at', 'status', 'by']).where('order_id', '=', orderId).orderBy('position').$castTo<Step>().execute()

export type DisputeMessage = { sender: 'buyer' | 'owner' | 'agent' | 'service'; text: string; photo_count: number; created_at: Date }

/** Returns the last messages between the buyer and the seller about the listing or the shop, oldest first. */
export async function conversation(db: Db, { listing_id, shop_id, buyer_id }: DisputeRow, limit: number): Promise<DisputeMessage[]> {
  const { rows } = await sql<DisputeMessage>`
    select * from (
      select m.sender, m.text, coalesce(jsonb_array_length(m.photos), 0) as photo_count, m.created_at, m.id from messages m join threads t on t.id = m.thread_id
      where t.buyer_id = ${buyer_id} and (t.listing_id = ${listing_id} or (t.listing_id is null and t.shop_id = ${shop_id})) order by m.created_at desc, m.id desc limit ${limit}
    ) last order by created_at, id`.execute(db)
  return rows
}
