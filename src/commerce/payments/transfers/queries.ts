import { sql, type Insertable, type Selectable } from 'kysely'
import type { MoneySubject } from '#commerce/ledger/rules.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export type TransferRow = Selectable<Tables['money_moves']>

export const lockTransfer = (db: Tx, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('money_moves').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const ofSubject = ({ orderId, holdId }: MoneySubject) =>
  orderId === undefined ? sql<boolean>`m.hold_id = ${holdId} and m.order_id is null` : sql<boolean>`m.order_id = ${orderId}`

export async function insertTransfer(db: Db, row: Insertable<Tables['money_moves']>): Promise<void> {
  await db.insertInto('money_moves').values(row).execute()
}

export async function updateTransfer(
  db: Db,
  id: string,
  change: Partial<Pick<TransferRow, 'status' | 'amount_cents' | 'next_try_at' | 'tries'>>,
): Promise<void> {
  await db.updateTable('money_moves').set(change).where('id', '=', id).execute()
}

/** Locks the sent payout with the largest amount that is still reversible. */
export async function sentPayoutToTakeFrom(db: Tx, subject: MoneySubject): Promise<(TransferRow & { left_cents: number }) | undefined> {
  const { rows } = await sql<TransferRow & { left_cents: number }>`
    select m.*, m.amount_cents - (
      select coalesce(sum(amount_cents), 0)::int from money_moves r
      where r.kind = 'reversal' and r.status in ('due', 'sent') and r.of_move = m.id) as left_cents
    from money_moves m where m.kind = 'payout' and m.status = 'sent' and ${ofSubject(subject)}
    order by left_cents desc, m.id limit 1 for update of m`.execute(db)
  return rows[0]
}

/** Locks the unsent transfers of this kind, newest first. */
export const lockUnsent = (db: Tx, kind: TransferRow['kind'], subject: MoneySubject): Promise<TransferRow[]> =>
  db
    .selectFrom('money_moves as m')
    .selectAll()
    .where('m.kind', '=', kind)
    .where('m.status', 'in', ['due', 'held'])
    .where('m.sending_since', 'is', null)
    .where(ofSubject(subject))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .forUpdate()
    .execute()

/** Locks the unsent reversals of this payout, oldest first. */
export const lockDueReversals = (db: Tx, payoutId: string): Promise<TransferRow[]> =>
  db
    .selectFrom('money_moves')
    .selectAll()
    .where('kind', '=', 'reversal')
    .where('status', '=', 'due')
    .where('sending_since', 'is', null)
    .where('of_move', '=', payoutId)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Locks the unsent refunds of a payment, newest first. Only refunds have a payment. With `orderId`, locks only the refunds for this order.
 */
export const lockUnsentRefunds = (db: Tx, paymentId: string, orderId: string | null): Promise<TransferRow[]> =>
  db
    .selectFrom('money_moves')
    .selectAll()
    .where('status', 'in', ['due', 'held'])
    .where('sending_since', 'is', null)
    .where('payment_id', '=', paymentId)
    .$if(orderId !== null, (q) => q.where('order_id', '=', orderId!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()

/** Returns the transfer totals that determine the payout status of a completed order. */
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

export const findTransfer = (db: Db, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('money_moves').selectAll().where('id', '=', id).executeTakeFirst()

/** Marks a sent transfer as failed after the bank has returned the money. */
export async function failTransfer(db: Db, id: string): Promise<void> {
  await db.updateTable('money_moves').set({ status: 'failed' }).where('id', '=', id).execute()
}

/** Returns the amount of a payout that was reversed outside this service: by the provider, or manually by an operator. */
export async function reversedByHand(db: Db, payoutId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from money_moves
    where of_move = ${payoutId} and kind = 'reversal' and status = 'sent'
      and (provider_ref like 'tr\_%/%' or provider_ref like 'by hand %')`.execute(db)
  return rows[0]!.cents
}

/** Returns true while a reversal of the payout is being sent to the provider. */
export const isBeingReversed = async (db: Db, payoutId: string): Promise<boolean> =>
  (await db
    .selectFrom('money_moves')
    .select('id')
    .where('kind', '=', 'reversal')
    .where('of_move', '=', payoutId)
    .where('sending_since', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Returns the unsent refunds of the payment for a purchase, in cents per order. */
export async function unsentRefundsByOrder(db: Db, paymentId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select order_id as id, sum(amount_cents)::int as cents from money_moves
    where payment_id = ${paymentId} and status in ('due', 'held') and order_id is not null group by order_id`.execute(db)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
