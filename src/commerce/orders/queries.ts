import { sql, type Selectable } from 'kysely'
import type { OrderStatus, ProblemReason } from '#commerce/orders/rules/order.ts'
import type { ReturnPayer, ReturnStatus } from '#commerce/orders/rules/return.ts'
import type { StoredAddress } from '#core/address.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Party } from '#core/party.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { executeTogether } from '#platform/db/batch.ts'
import type { EventInsert } from '#platform/events/index.ts'
import { selectActive, unfinished, type Reservation } from '#commerce/reservations/queries.ts'
import type { PhotoRow } from '#catalog/photos/queries.ts'
import type { ChangedSettings } from '#platform/settings/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { buyerName, isOf } from '#platform/db/sides.ts'

type Columns = Selectable<Tables['orders']>

type StoredPhoto = { variants: { key: string }[] }

export type Problem = {
  reason: ProblemReason
  body: string
  photos: StoredPhoto[]
  reported_at: string
  answer: string | null
  answered_at: string | null
  offered_cents: number | null
}

/** Details of a return that do not affect its transitions. Times are ISO 8601. */
export type ReturnDetails = {
  payer: ReturnPayer
  agree_by: string
  send_by: string | null
  check_by: string | null
  carrier: string | null
  tracking_number: string | null
  contest: { body: string; photos: StoredPhoto[]; at: string } | null
}

export type { StoredAddress } from '#core/address.ts'

export type OrderRow = Omit<Columns, 'photo' | 'address' | 'problem' | 'return_status' | 'return_details'> & {
  photo: { key: string } | null
  address: StoredAddress | null
  problem: Problem | null
  return_status: ReturnStatus | null
  return_details: ReturnDetails | null
  buyer_name: string
  shop_slug_now: string
  tenant: Tenant
  shop_location: string | null
  /** The shop's current settings that determine to which countries it ships (core/ships-to.ts). */
  shop_ship_from: StoredAddress | null
  shop_ships_to: string[] | null
  /** True if this seller's later sales must pay for labels of earlier orders. Only `lockOrder` sets this field. */
  has_unpaid_labels?: boolean
}

export type OrderStep = Omit<Selectable<Tables['order_steps']>, 'position'>

const orders = (db: Db) =>
  db
    .selectFrom('orders as o')
    .leftJoin('shops as s', 's.id', 'o.shop_id')
    .selectAll('o')
    .select(buyerName('o'))
    .select((eb) => [
      eb.fn.coalesce('s.slug', 'o.shop_slug').as('shop_slug_now'),
      's.location as shop_location',
      's.ship_from as shop_ship_from',
      's.ships_to as shop_ships_to',
      eb.fn.coalesce('s.world', sql<string>`''`).as('tenant'),
    ])

export const findOrder = (db: Db, id: string): Promise<OrderRow | undefined> =>
  orders(db).where('o.id', '=', id).$castTo<OrderRow>().executeTakeFirst()

/**
 * Locks the order's purchase, then the order, so that two orders in one purchase are never changed at the same time. With `accountId`,
 * locks the order only if this account is a party to it. The caller must lock the order's listing first.
 */
export const lockOrder = (db: Tx, id: string, accountId: string | null = null): Promise<OrderRow | undefined> =>
  orders(db)
    .where('o.id', '=', id)
    .where(sql<boolean>`(select count(*) from (
      select p.id from orders x join purchases p on p.id = x.purchase_id
      where x.id = ${id} and (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)
    .$if(accountId !== null, (q) => q.where(isOf('o', accountId!)))
    .select(sql<boolean>`exists (select 1 from orders u where u.seller_id = o.seller_id and ${unpaidLabel('u')})`.as('has_unpaid_labels'))
    .forUpdate('o')
    .$castTo<OrderRow>()
    .executeTakeFirst()

/** SQL condition for an order that ended after the parcel was sent, and whose label is not fully paid. */
const unpaidLabel = (table: string) => {
  const [status, shipped, cost, paid, recovered] = ['status', 'shipped_at', 'label_cents', 'label_paid_cents', 'label_recovered_cents'].map(
    (name) => sql.ref(`${table}.${name}`),
  ) as [Ref, Ref, Ref, Ref, Ref]
  // if the seller's share of a completed order did not pay for the label, the label was bought too late, and a job voids it
  // (labels/reconcile.ts)
  return sql<boolean>`(${cost} > 0 and ${paid} + ${recovered} < ${cost}
    and (${status} = 'refunded' and ${shipped} is not null or ${status} = 'completed' and ${paid} > 0))`
}
type Ref = ReturnType<typeof sql.ref>

/** Locks the orders in a purchase. Locks in order of the ids to avoid deadlocks. */
export const lockOrdersOf = (db: Tx, purchaseId: string): Promise<OrderRow[]> =>
  orders(db).where('o.purchase_id', '=', purchaseId).orderBy('o.id').forUpdate('o').$castTo<OrderRow>().execute()

/** Locks the seller's orders with unpaid labels, oldest first. Skips orders that are locked by other transactions. */
export const lockUnpaidLabels = (db: Tx, sellerId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'label_cents', 'label_paid_cents', 'label_recovered_cents'])
    .where('seller_id', '=', sellerId)
    .where(unpaidLabel('orders'))
    .orderBy('id')
    .limit(20)
    .forUpdate()
    .skipLocked()
    .execute()

/** Returns the orders in several purchases, sorted by id. */
export const ordersOfPurchases = (db: Db, purchaseIds: readonly string[]): Promise<OrderRow[]> =>
  purchaseIds.length === 0
    ? Promise.resolve([])
    : orders(db)
        .where('o.purchase_id', 'in', [...purchaseIds])
        .orderBy('o.id')
        .$castTo<OrderRow>()
        .execute()

/** Locks the unfinished order for a listing. The caller must lock the listing first. */
export const lockUnfinishedOf = (db: Tx, listingId: string): Promise<OrderRow | undefined> =>
  orders(db).where('o.listing_id', '=', listingId).where(unfinished('o')).forUpdate('o').$castTo<OrderRow>().executeTakeFirst()

export const stepsOf = (db: Db, orderIds: readonly string[]): Promise<OrderStep[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('order_steps')
        .selectAll()
        .where('order_id', 'in', [...orderIds])
        .orderBy('position')
        .execute()

/** Returns the orders whose deadline has passed, longest overdue first. */
export async function dueOrders(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, pay_by as due from orders where status = 'awaiting_payment' and pay_by <= ${now}
      union all select id, cancel_by from orders where status = 'paid' and cancel_by <= ${now}
      union all select id, ship_by from orders where status = 'paid' and ship_by <= ${now}
      union all select id, protect_until from orders where status in ('shipped', 'delivered') and protect_until <= ${now}
      union all select id, return_by from orders
        where return_by <= ${now} and (return_status in ('offered', 'agreed') or (return_status = 'received' and disputed_cents = 0))
      union all select id, remind_at from orders where status = 'paid' and reminded_at is null and remind_at <= ${now}
    ) d group by id order by min(due), id limit ${limit}`.execute(db)
  return rows
}

export type OrderFilter = {
  accountId: string
  role: Party | undefined
  status: OrderStatus | undefined
  updatedAfter: Date | undefined
  now: Date
}

const matching = (db: Db, { accountId, role, status, updatedAfter, now }: OrderFilter) =>
  db
    .selectFrom('orders as o')
    .where(isOf('o', accountId, role))
    .$if(updatedAfter !== undefined, (q) => q.where('o.updated_at', '>', updatedAfter!))
    .$if(status !== undefined, (q) =>
      q.where(sql<string>`case when o.status = 'awaiting_payment' and o.pay_by <= ${now} then 'expired' else o.status end`, '=', status!),
    )

/** Returns one page of orders, newest first. */
export async function pageOfOrders(db: Db, filter: OrderFilter, { limit, offset }: Part): Promise<Paged<OrderRow>> {
  const page = matching(db, filter).select('o.id').orderBy('o.created_at', 'desc').orderBy('o.id', 'desc').limit(limit).offset(offset)
  return paged(
    matching(db, filter),
    orders(db).innerJoin(page.as('p'), 'p.id', 'o.id').orderBy('o.created_at', 'desc').orderBy('o.id', 'desc').$castTo<OrderRow>(),
  )
}

export type OrderInputs = Reservation & {
  /** Returns true if the listing has an unfinished order. An unpaid order counts until its status is updated, even past its deadline. */
  unfinished: boolean
  /** Returns true if the listing has a hold whose stored status is `asked` or `active`. */
  holds: boolean
  photos: Pick<PhotoRow, 'source' | 'is_video' | 'variants'>[]
  buyer_name: string
  shop_location: string | null
  /** The listing's category or, if it has none, the shop's category. */
  category: string | null
  /** Fees that operators have set. Read from the database, because the fees in this process's memory may be outdated. */
  fees: Pick<ChangedSettings, 'feePercent' | 'fees'>
}

/**
 * Reads the data for a new order on a locked listing, in one statement: any existing order or paid hold, the photos, current names, and
 * fees.
 */
export async function readOrderInputs(
  db: Tx,
  { id, shop_id }: { id: string; shop_id: string },
  buyerId: string,
  now: Date,
): Promise<OrderInputs> {
  const { rows } = await sql<OrderInputs>`
    select exists (select from orders o where o.listing_id = ${id} and ${unfinished('o')}) as unfinished, r.*,
      exists (select from holds where listing_id = ${id} and status in ('asked', 'active')) as holds,
      coalesce((select json_agg(json_build_object('source', source, 'is_video', is_video, 'variants', variants) order by position)
                from photos where listing_id = ${id}), '[]') as photos,
      (select name from accounts where id = ${buyerId}) as buyer_name,
      (select location from shops where id = ${shop_id}) as shop_location,
      (select coalesce(l.category, s.category) from listings l join shops s on s.id = l.shop_id where l.id = ${id}) as category,
      (select json_build_object('feePercent', fee_percent, 'fees', fees) from operator_settings) as fees
    from (${selectActive(id, now)}) r`.execute(db)
  return rows[0]!
}

/** Converts a value to JSON, or null to SQL null. Kysely ignores an undefined value. */
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Inserts an order with the first step of its timeline, and its event. */
export const insertOrder = (db: Tx, row: OrderRow, step: OrderStep, event: EventInsert): Promise<void> =>
  executeTogether(db, [db.insertInto('orders').values(columnsOf(row)), db.insertInto('order_steps').values(step)], event)

function columnsOf(order: OrderRow) {
  const { buyer_name: _, shop_slug_now: _1, shop_location: _2, shop_ship_from: _3, shop_ships_to: _4, tenant: _5, ...columns } = order
  const { photo, address, problem, return_details, ...row } = columns
  return { ...row, photo: json(photo), address: json(address), problem: json(problem), return_details: json(return_details) }
}

export type OrderChange = Partial<
  Omit<OrderRow, 'id' | 'photo' | 'buyer_name' | 'shop_slug_now' | 'shop_ship_from' | 'shop_ships_to' | 'tenant'>
>

export const updateOrder = (db: Tx, id: string, change: OrderChange): Promise<void> => updateOrderStatus(db, id, change, null)

/** Updates a locked order and appends a step to its timeline. */
export const updateOrderStatus = (
  db: Tx,
  id: string,
  { address, problem, return_details, ...change }: OrderChange,
  step: OrderStep | null,
): Promise<void> =>
  executeTogether(db, [
    db
      .updateTable('orders')
      .set({
        ...change,
        address: json(address),
        problem: json(problem),
        return_details: json(return_details),
      })
      .where('id', '=', id),
    ...(step ? [db.insertInto('order_steps').values(step)] : []),
  ])
