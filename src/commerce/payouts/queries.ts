import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { TransferRow } from '#commerce/payments/transfers/queries.ts'

/** A due transfer, with the references that the payment provider needs. */
export type DuePayout = TransferRow & {
  payment_ref: string | null
  payout_account: string | null
  source_ref: string | null
  /** Id of the purchase that contains the order, or null. In a purchase, the payment belongs to the purchase, not to the order. */
  purchase_id: string | null
  /** The provider's reference for the payout to reverse. */
  of_ref: string | null
}

export type DueBy = { provider: 'test' | 'stripe'; needsAccount: boolean; isTest: boolean; now: Date }

/**
 * Returns the transfers that are due and can be sent now. Where the provider requires a payout account, payouts wait until it is ready. A
 * transfer whose response was lost is always retried, because the money may already have been sent.
 */
export async function duePayouts(db: Db, by: DueBy & { limit: number; id?: string }): Promise<DuePayout[]> {
  const { rows } = await sql<DuePayout>`
    select m.*, p.provider_ref as payment_ref, a.provider_ref as payout_account, c.provider_ref as source_ref, f.provider_ref as of_ref,
      (select purchase_id from orders where id = m.order_id) as purchase_id
    from money_moves m
    join accounts w on w.id = m.account_id and (w.sandbox_of is not null) = ${by.isTest}
    -- the charge that covers the whole payout; none if the order was paid by two charges, deposit and rest
    left join lateral (
      select provider_ref from payments
      where m.kind = 'payout' and m.of_move is null and status = 'succeeded' and provider = ${by.provider} and amount_cents - refunded_cents - charged_back_cents >= m.amount_cents
        and case when m.order_id is null then hold_id = m.hold_id
          else order_id = m.order_id or purchase_id = (select purchase_id from orders where id = m.order_id) end
      order by created_at, id limit 1
    ) c on true
    left join payments p on p.id = m.payment_id
    left join money_moves f on m.kind = 'reversal' and f.id = m.of_move
    left join payout_accounts a on a.account_id = m.account_id and a.provider = ${by.provider} and (a.ready or m.sending_since is not null)
    where m.status = 'due' and m.next_try_at <= ${by.now} ${by.id === undefined ? sql`` : sql`and m.id = ${by.id}`}
      and (m.kind <> 'refund' or p.provider = ${by.provider})
      and (m.sending_since is not null or (
        (m.kind <> 'payout' or not ${by.needsAccount} or a.account_id is not null)
        and (m.kind = 'reversal' or not ${bankDecides})))
    order by m.next_try_at, m.id limit ${by.limit}`.execute(db)
  return rows
}

/**
 * SQL that is true while a bank decides a dispute over the payment. During this time, a refund could pay the buyer twice, and a payout
 * might have to be reversed.
 */
const bankDecides = sql<boolean>`exists (
  select from money_cases x where x.kind = 'chargeback' and x.closed_at is null
    -- an inquiry has not taken any money yet, and a refund ends it
    and (m.kind <> 'refund' or x.stage <> 'inquiry')
    and case when m.kind = 'refund' then x.payment_id = m.payment_id
      when m.order_id is null then x.hold_id = m.hold_id
      -- a chargeback of a deposit also concerns the order that the deposit helped to pay
      else x.order_id = m.order_id or x.hold_id = (select hold_id from orders where id = m.order_id) end)`

/** Returns true while a bank is deciding a dispute over the payment behind this transfer. */
export async function waitsForBank(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from money_moves m where m.id = ${id} and m.kind <> 'reversal' and ${bankDecides}`.execute(db)
  return rows.length > 0
}

/** Returns the ids of the transfers for an order, hold or payment that are currently being sent. */
export async function payoutsInTransit(
  db: Db,
  of: { orderId?: string | undefined; holdId?: string | undefined; paymentId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('money_moves')
    .select('id')
    .where('sending_since', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('payment_id', '=', of.paymentId),
        ...(of.orderId === undefined ? [] : [eb('order_id', '=', of.orderId)]),
        ...(of.holdId === undefined ? [] : [eb.and([eb('hold_id', '=', of.holdId), eb('order_id', 'is', null)])]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks a transfer as being sent. If the provider's response is lost, the transfer is retried at `again`. */
export async function markSending(db: Db, id: string, since: Date, again: Date): Promise<void> {
  await db.updateTable('money_moves').set({ sending_since: since, next_try_at: again }).where('id', '=', id).execute()
}

export async function markSent(db: Db, id: string, sent: { ref: string; amountCents: number; now: Date }): Promise<void> {
  await db
    .updateTable('money_moves')
    .set({
      status: 'sent',
      sending_since: null,
      provider_ref: sent.ref,
      amount_cents: sent.amountCents,
      sent_at: sent.now,
      last_error: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Schedules a retry. `notMade` is true if the provider has certainly sent nothing; the transfer can then change before the retry. */
export async function putOff(
  db: Db,
  id: string,
  { tries, nextTryAt, error, notMade }: { tries: number; nextTryAt: Date; error: string; notMade: boolean },
): Promise<void> {
  await db
    .updateTable('money_moves')
    .set({ tries, next_try_at: nextTryAt, last_error: error, ...(notMade ? { sending_since: null } : {}) })
    .where('id', '=', id)
    .where('sending_since', 'is not', null)
    .execute()
}
