import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#lib/db/index.ts'

export type PaymentRow = Selectable<Tables['payments']>
export type MoveRow = Selectable<Tables['money_moves']>

/**
 * Tries of orders whose end is to be asked for: what was started a minute ago and never answered, and what is pending, ever
 * more seldom the longer it is, for a week.
 */
export async function paymentsToLookAt(db: Db, provider: 'test' | 'stripe', now: Date, limit: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments
    where status in ('started', 'pending') and order_id is not null and provider = ${provider}
      and created_at > ${now}::timestamptz - interval '7 days'
      and updated_at <= ${now}::timestamptz - case status
        when 'started' then interval '60 seconds'
        else greatest(interval '5 seconds', (updated_at - created_at) / 2) end
    order by updated_at limit ${limit}`.execute(db)
  return rows
}

/** Says that an open payment was looked at. */
export async function touchPayment(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('payments').set({ updated_at: now }).where('id', '=', id).where('status', 'in', ['started', 'pending']).execute()
}

/** What was paid for an order and could still go back, the latest first: its own payments, then the deposit of its hold. */
export const paidFor = (db: Db, order: { id: string; hold_id: string | null }): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb.or([eb('order_id', '=', order.id), ...(order.hold_id === null ? [] : [eb('hold_id', '=', order.hold_id)])]))
    .where('status', '=', 'succeeded')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()

/** What is due now and can be done: a payout waits until its seller has a ready account where the provider needs one. */
export type DueMove = MoveRow & { payment_ref: string | null; payout_account: string | null; source_ref: string | null }

export async function dueMoves(
  db: Db,
  by: { provider: 'test' | 'stripe'; needsAccount: boolean; now: Date; limit: number },
): Promise<DueMove[]> {
  const { rows } = await sql<DueMove>`
    select m.*, p.provider_ref as payment_ref, a.provider_ref as payout_account, c.provider_ref as source_ref
    from money_moves m
    -- the one charge that covers a whole payout, where there is one: an order paid in two, deposit and rest, has none
    left join lateral (
      select provider_ref from payments
      where m.kind = 'payout' and status = 'succeeded' and provider = ${by.provider} and amount_cents - refunded_cents >= m.amount_cents
        and case when m.order_id is null then hold_id = m.hold_id else order_id = m.order_id end
      order by created_at, id limit 1
    ) c on true
    left join payments p on p.id = m.payment_id
    left join payout_accounts a on a.account_id = m.account_id and a.provider = ${by.provider} and a.ready
    where m.status = 'due' and m.next_try_at <= ${by.now}
      and (m.kind = 'payout' or p.provider = ${by.provider})
      and (m.kind = 'refund' or not ${by.needsAccount} or a.account_id is not null)
    order by m.next_try_at, m.id limit ${by.limit}`.execute(db)
  return rows
}

export const lockMove = (db: Db, id: string): Promise<MoveRow | undefined> =>
  db.selectFrom('money_moves').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function markMoveSent(db: Db, id: string, ref: string, now: Date): Promise<void> {
  await db
    .updateTable('money_moves')
    .set({ status: 'sent', provider_ref: ref, sent_at: now, last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function putMoveOff(db: Db, id: string, tries: number, nextTryAt: Date, error: string): Promise<void> {
  await db
    .updateTable('money_moves')
    .set({ tries, next_try_at: nextTryAt, last_error: error })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute()
}
