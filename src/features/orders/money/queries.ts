import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#lib/db/index.ts'

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
export type DueMove = MoveRow & {
  payment_ref: string | null
  payout_account: string | null
  source_ref: string | null
  /** The transfer that a reversal takes back. */
  of_ref: string | null
}

export async function dueMoves(
  db: Db,
  by: { provider: 'test' | 'stripe'; needsAccount: boolean; now: Date; limit: number },
): Promise<DueMove[]> {
  const { rows } = await sql<DueMove>`
    select m.*, p.provider_ref as payment_ref, a.provider_ref as payout_account, c.provider_ref as source_ref, f.provider_ref as of_ref
    from money_moves m
    -- the one charge that covers a whole payout, where there is one: an order paid in two, deposit and rest, has none
    left join lateral (
      select provider_ref from payments
      where m.kind = 'payout' and m.of_move is null and status = 'succeeded' and provider = ${by.provider} and amount_cents - refunded_cents - charged_back_cents >= m.amount_cents
        and case when m.order_id is null then hold_id = m.hold_id else order_id = m.order_id end
      order by created_at, id limit 1
    ) c on true
    left join payments p on p.id = m.payment_id
    left join money_moves f on m.kind = 'reversal' and f.id = m.of_move
    left join payout_accounts a on a.account_id = m.account_id and a.provider = ${by.provider} and a.ready
    where m.status = 'due' and m.next_try_at <= ${by.now}
      and (m.kind <> 'refund' or p.provider = ${by.provider})
      and (m.kind <> 'payout' or not ${by.needsAccount} or a.account_id is not null)
      -- while a bank decides, nothing is given back twice, and nothing is sent that may have to come back
      and (m.kind = 'reversal' or not exists (
        select from money_cases x where x.kind = 'chargeback' and x.closed_at is null
          -- an inquiry has taken nothing, and giving the money back is how it ends
          and (m.kind <> 'refund' or x.stage <> 'inquiry')
          and case when m.kind = 'refund' then x.payment_id = m.payment_id
            when m.order_id is null then x.hold_id = m.hold_id
            else x.order_id = m.order_id end))
    order by m.next_try_at, m.id limit ${by.limit}`.execute(db)
  return rows
}

export const lockMove = (db: Tx, id: string): Promise<MoveRow | undefined> =>
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

/** The order or the hold that money is for. */
export type MoneySubject = { orderId: string; holdId?: undefined } | { holdId: string; orderId?: undefined }

const ofSubject = ({ orderId, holdId }: MoneySubject) =>
  orderId === undefined ? sql<boolean>`m.hold_id = ${holdId} and m.order_id is null` : sql<boolean>`m.order_id = ${orderId}`

export async function insertMove(db: Db, row: Insertable<Tables['money_moves']>): Promise<void> {
  await db.insertInto('money_moves').values(row).execute()
}

export async function changeMove(
  db: Db,
  id: string,
  change: Partial<Pick<MoveRow, 'status' | 'amount_cents' | 'next_try_at' | 'sent_at' | 'provider_ref' | 'tries'>>,
): Promise<void> {
  await db.updateTable('money_moves').set(change).where('id', '=', id).execute()
}

/** The last payout that was sent, with what of it has not been asked back. Locked. */
export async function lastSentPayout(db: Db, subject: MoneySubject): Promise<(MoveRow & { left_cents: number }) | undefined> {
  const { rows } = await sql<MoveRow & { left_cents: number }>`
    select m.*, m.amount_cents - (
      select coalesce(sum(amount_cents), 0)::int from money_moves r
      where r.kind = 'reversal' and r.status in ('due', 'sent') and r.of_move = m.id) as left_cents
    from money_moves m where m.kind = 'payout' and m.status = 'sent' and ${ofSubject(subject)}
    order by m.sent_at desc, m.id desc limit 1 for update of m`.execute(db)
  return rows[0]
}

/** Moves of a kind that have not left, locked, the latest first. */
export const lockUnsent = (db: Tx, kind: MoveRow['kind'], subject: MoneySubject): Promise<MoveRow[]> =>
  db
    .selectFrom('money_moves as m')
    .selectAll()
    .where('m.kind', '=', kind)
    .where('m.status', 'in', ['due', 'held'])
    .where(ofSubject(subject))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .forUpdate()
    .execute()

export const lockUnsentRefunds = (db: Tx, paymentId: string): Promise<MoveRow[]> =>
  db
    .selectFrom('money_moves')
    .selectAll()
    .where('kind', '=', 'refund')
    .where('status', 'in', ['due', 'held'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()

/** What a completed order's payout is told by. */
export async function payoutSums(
  db: Db,
  orderId: string,
): Promise<{ disputedCents: number; heldCents: number; dueCents: number; sentCents: number }> {
  const { rows } = await sql<{ disputedCents: number; heldCents: number; dueCents: number; sentCents: number }>`
    select o.disputed_cents as "disputedCents",
      coalesce(sum(m.amount_cents) filter (where m.kind = 'payout' and m.status = 'held'), 0)::int as "heldCents",
      coalesce(sum(m.amount_cents) filter (where m.kind = 'payout' and m.status = 'due'), 0)::int as "dueCents",
      coalesce(sum(case m.kind when 'payout' then m.amount_cents else -m.amount_cents end) filter (where m.status = 'sent'), 0)::int as "sentCents"
    from orders o left join money_moves m on m.order_id = o.id and m.kind <> 'refund'
    where o.id = ${orderId} group by o.id`.execute(db)
  return rows[0]!
}

export const findMove = (db: Db, id: string): Promise<MoveRow | undefined> =>
  db.selectFrom('money_moves').selectAll().where('id', '=', id).executeTakeFirst()

/** Ties the open chargeback of an order to the reversal that is to cover it. */
export async function setReversal(db: Db, orderId: string, moveId: string | null): Promise<void> {
  await db
    .updateTable('money_cases')
    .set({ move_id: moveId })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'chargeback')
    .where('move_id', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
}
