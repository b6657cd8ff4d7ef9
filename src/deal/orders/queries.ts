import { sql, type Insertable, type Selectable } from 'kysely'
import type { OrderParty, OrderStatus, ProblemReason } from '#domain/order.ts'
import type { World } from '#domain/world.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { unfinished } from '#deal/reservations/queries.ts'

type Columns = Selectable<Tables['orders']>

export type Problem = {
  reason: ProblemReason
  body: string
  /** Where its pictures are stored. */
  photos: { variants: { key: string }[] }[]
  reported_at: string
  answer: string | null
  answered_at: string | null
  /** A part of the money that the seller would give back. */
  offered_cents: number | null
}

export type StoredAddress = {
  name: string
  line1: string
  line2?: string | undefined
  city: string
  state?: string | undefined
  postal_code: string
  country: string
}

/** An order with the names of today that it is shown with. */
export type OrderRow = Omit<Columns, 'photo' | 'address' | 'problem'> & {
  photo: { key: string } | null
  address: StoredAddress | null
  problem: Problem | null
  buyer_name: string
  /** Where the shop is found now. */
  shop_slug_now: string
  world: World
  /** Where the shop is now, and where what is picked up is fetched. */
  shop_location: string | null
}

export type OrderStep = Selectable<Tables['order_steps']>

const orders = (db: Db) =>
  db
    .selectFrom('orders as o')
    .innerJoin('accounts as b', 'b.id', 'o.buyer_id')
    .leftJoin('shops as s', 's.id', 'o.shop_id')
    .selectAll('o')
    .select('b.name as buyer_name')
    .select((eb) => [
      eb.fn.coalesce('s.slug', 'o.shop_slug').as('shop_slug_now'),
      's.location as shop_location',
      eb.fn.coalesce('s.world', sql<string>`''`).as('world'),
    ])

export const findOrder = (db: Db, id: string): Promise<OrderRow | undefined> =>
  orders(db).where('o.id', '=', id).$castTo<OrderRow>().executeTakeFirst()

/** The same, locked until the transaction ends. Its listing is locked before. */
export const lockOrder = (db: Tx, id: string): Promise<OrderRow | undefined> =>
  orders(db).where('o.id', '=', id).forUpdate('o').$castTo<OrderRow>().executeTakeFirst()

/** The order that a listing is kept for, locked. Its listing is locked before. */
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

/** Orders that the clock moves, the longest due first. */
export async function dueOrders(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, pay_by as due from orders where status = 'awaiting_payment' and pay_by <= ${now}
      union all select id, cancel_by from orders where status = 'paid' and cancel_by <= ${now}
      union all select id, ship_by from orders where status = 'paid' and ship_by <= ${now}
      union all select id, protect_until from orders where status in ('shipped', 'delivered') and protect_until <= ${now}
      union all select id, remind_at from orders where status = 'paid' and reminded_at is null and remind_at <= ${now}
    ) d group by id order by min(due), id limit ${limit}`.execute(db)
  return rows
}

export type OrderFilter = {
  accountId: string
  role: 'buyer' | 'seller' | undefined
  status: OrderStatus | undefined
  updatedAfter: Date | undefined
  now: Date
}

const matching = (db: Db, { accountId, role, status, updatedAfter, now }: OrderFilter) =>
  db
    .selectFrom('orders as o')
    .where((eb) =>
      eb.or([
        ...(role === 'buyer' ? [] : [eb('o.seller_id', '=', accountId)]),
        ...(role === 'seller' ? [] : [eb('o.buyer_id', '=', accountId)]),
      ]),
    )
    .$if(updatedAfter !== undefined, (q) => q.where('o.updated_at', '>', updatedAfter!))
    .$if(status !== undefined, (q) =>
      q.where(sql<string>`case when o.status = 'awaiting_payment' and o.pay_by <= ${now} then 'expired' else o.status end`, '=', status!),
    )

/** One page, the newest first. */
export async function pageOfOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const page = matching(db, filter).select('o.id').orderBy('o.created_at', 'desc').orderBy('o.id', 'desc').limit(limit).offset(offset)
  const [rows, count] = await Promise.all([
    orders(db)
      .innerJoin(page.as('p'), 'p.id', 'o.id')
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .$castTo<OrderRow>()
      .execute(),
    matching(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export type NewOrder = Omit<Insertable<Tables['orders']>, 'photo' | 'address'> & {
  photo: { key: string } | null
  address: StoredAddress | null
}

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

export async function insertOrder(db: Db, row: NewOrder): Promise<void> {
  await db
    .insertInto('orders')
    .values({ ...row, photo: json(row.photo), address: json(row.address) })
    .execute()
}

export type OrderChange = Partial<Omit<OrderRow, 'id' | 'photo' | 'buyer_name' | 'shop_slug_now'>>

export async function updateOrder(db: Db, id: string, { address, problem, ...change }: OrderChange): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      ...change,
      ...(address === undefined ? {} : { address: json(address) }),
      ...(problem === undefined ? {} : { problem: json(problem) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function insertStep(db: Db, step: { order_id: string; at: Date; status: OrderStatus; by: OrderParty }): Promise<void> {
  await db.insertInto('order_steps').values(step).execute()
}
