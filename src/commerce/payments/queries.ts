import { sql, type Insertable, type Selectable } from 'kysely'
import type { PaymentSubject } from '#commerce/ledger/rules.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export type PaymentRow = Selectable<Tables['payments']>
/** An order, with its hold and its purchase, whose payments may also cover the order. */
export type PaidOrder = { id: string; hold_id: string | null; purchase_id: string | null }

export const insertPayment = (db: Db, row: Insertable<Tables['payments']>): Promise<PaymentRow> =>
  db.insertInto('payments').values(row).returningAll().executeTakeFirstOrThrow()

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

export const findPaymentByRef = (db: Db, provider: PaymentRow['provider'], ref: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('provider', '=', provider).where('provider_ref', '=', ref).executeTakeFirst()

/** Returns the stored title of the listing that a payment is for. For a purchase, returns the number of items instead. */
export const titleOf = async (db: Db, { order_id, hold_id, purchase_id }: PaymentRow): Promise<string> =>
  (
    await sql<{ title: string }>`
      select listing_title as title from orders where id = ${order_id}
      union all
      select listing_title from holds where id = ${hold_id}
      union all
      select (select count(*) from orders where purchase_id = p.id) || ' items of ' || p.shop_name from purchases p where id = ${purchase_id}`.execute(
      db,
    )
  ).rows[0]!.title

/** Locks a payment of a listing. The caller must lock the listing first. */
export const lockPayment = (db: Tx, id: string): Promise<PaymentRow> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const updatePayment = (db: Db, id: string, change: Partial<Omit<PaymentRow, 'id' | 'created_at'>>): Promise<PaymentRow> =>
  db.updateTable('payments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Replaces the customer of a payment if it is still `from`. Returns the payment. */
export async function replacePaymentCustomer(db: Db, id: string, from: string, to: string | null): Promise<PaymentRow> {
  await db.updateTable('payments').set({ customer_ref: to }).where('id', '=', id).where('customer_ref', '=', from).execute()
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const paying = (db: Db, { orderId, holdId, purchaseId }: PaymentSubject) =>
  db
    .selectFrom('payments')
    .selectAll()
    .$if(orderId !== undefined, (q) => q.where('order_id', '=', orderId!))
    .$if(holdId !== undefined, (q) => q.where('hold_id', '=', holdId!))
    .$if(purchaseId !== undefined, (q) => q.where('purchase_id', '=', purchaseId!))

/** Returns the payment attempt that is still open, that is, has neither succeeded nor failed. */
export const openPaymentOf = (db: Db, subject: PaymentSubject): Promise<PaymentRow | undefined> =>
  paying(db, subject).where('status', 'in', ['started', 'pending']).executeTakeFirst()

/** Returns the first payment that succeeded. Later payments were refunded immediately. */
export const arrivedPaymentOf = (db: Db, subject: PaymentSubject): Promise<PaymentRow | undefined> =>
  paying(db, subject).where('status', '=', 'succeeded').orderBy('updated_at').orderBy('id').limit(1).executeTakeFirst()

/** Records that the provider was polled about an open payment. */
export async function touchPayment(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('payments').set({ updated_at: now }).where('id', '=', id).where('status', 'in', ['started', 'pending']).execute()
}

/**
 * Returns the open payments that are due for polling, longest waiting first. Payments for orders are polled every minute; all others are
 * polled after a few seconds, then at increasing intervals. Polling ends after a week.
 */
export async function openPayments(db: Db, provider: PaymentRow['provider'], now: Date, limit: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments
    where status in ('started', 'pending') and provider = ${provider}
      and created_at > ${now}::timestamptz - interval '7 days'
      and updated_at <= ${now}::timestamptz - case
        when hold_id is not null then greatest(interval '5 seconds', (updated_at - created_at) / 10)
        when status = 'started' then interval '60 seconds'
        else greatest(interval '5 seconds', (updated_at - created_at) / 2) end
    order by updated_at limit ${limit}`.execute(db)
  return rows
}

/** Locks the refundable payments for an order, in the same sequence as `lockPaidFor`. */
export const paidFor = (db: Db, order: PaidOrder): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('order_id', '=', order.id),
        ...(order.hold_id === null ? [] : [eb('hold_id', '=', order.hold_id)]),
        ...(order.purchase_id === null ? [] : [eb('purchase_id', '=', order.purchase_id)]),
      ]),
    )
    .where('status', '=', 'succeeded')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()

/** Returns the id of the first order in the purchase that a payment belongs to, or null. */
export const firstOrderOf = async (db: Db, { purchase_id: purchaseId }: PaymentRow): Promise<string | null> =>
  purchaseId === null
    ? null
    : ((await db.selectFrom('orders').select('id').where('purchase_id', '=', purchaseId).orderBy('id').limit(1).executeTakeFirst())?.id ??
      null)
