import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#lib/db/index.ts'

export type PaymentRow = Selectable<Tables['payments']>
export type PaymentSubject = { orderId: string; holdId?: undefined } | { holdId: string; orderId?: undefined }

export const insertPayment = (db: Db, row: Insertable<Tables['payments']>): Promise<PaymentRow> =>
  db.insertInto('payments').values(row).returningAll().executeTakeFirstOrThrow()

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

export const findPaymentByRef = (db: Db, provider: PaymentRow['provider'], ref: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('provider', '=', provider).where('provider_ref', '=', ref).executeTakeFirst()

/** What a payment is for, as it was called when it was ordered. */
export const titleOf = async (db: Db, { order_id, hold_id }: PaymentRow): Promise<string> =>
  (
    await sql<{ title: string }>`
      select listing_title as title from orders where id = ${order_id}
      union all
      select listing_title from holds where id = ${hold_id}`.execute(db)
  ).rows[0]!.title

/** Locked until the transaction ends. The listing of what it pays for is locked before. */
export const lockPayment = (db: Tx, id: string): Promise<PaymentRow> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const updatePayment = (db: Db, id: string, change: Partial<Omit<PaymentRow, 'id' | 'created_at'>>): Promise<PaymentRow> =>
  db.updateTable('payments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

const paying = (db: Db, { orderId, holdId }: PaymentSubject) =>
  db
    .selectFrom('payments')
    .selectAll()
    .$if(orderId !== undefined, (q) => q.where('order_id', '=', orderId!))
    .$if(holdId !== undefined, (q) => q.where('hold_id', '=', holdId!))

/** The try that is neither through nor failed. */
export const openPaymentOf = (db: Db, subject: PaymentSubject): Promise<PaymentRow | undefined> =>
  paying(db, subject).where('status', 'in', ['started', 'pending']).executeTakeFirst()

/** The payment that arrived first; a later one was given back at once. */
export const arrivedPaymentOf = (db: Db, subject: PaymentSubject): Promise<PaymentRow | undefined> =>
  paying(db, subject).where('status', '=', 'succeeded').orderBy('updated_at').orderBy('id').limit(1).executeTakeFirst()

/** Open payments of holds to look after: at first after `firstMs`, then at a tenth of their age, for `days`. */
export async function openDeposits(
  db: Db,
  provider: PaymentRow['provider'],
  { now, firstMs, days, limit }: { now: Date; firstMs: number; days: number; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments
    where status in ('started', 'pending') and hold_id is not null and provider = ${provider}
      and created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
      and updated_at <= ${now}::timestamptz - greatest(make_interval(secs => ${firstMs / 1000}::float8), (updated_at - created_at) / 10)
    order by updated_at
    limit ${limit}`.execute(db)
  return rows
}

/** Says that an open payment was looked at. */
export async function touchPayment(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('payments').set({ updated_at: now }).where('id', '=', id).where('status', 'in', ['started', 'pending']).execute()
}

/** True the first time that an event of the provider is seen (I12). */
export const insertProviderEvent = async (db: Db, row: Insertable<Tables['provider_events']>): Promise<boolean> =>
  (
    await db
      .insertInto('provider_events')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

export const knowsProviderEvent = async (db: Db, provider: PaymentRow['provider'], id: string): Promise<boolean> =>
  (await db.selectFrom('provider_events').select('id').where('provider', '=', provider).where('id', '=', id).executeTakeFirst()) !==
  undefined

/** Writes what became of an event. */
export async function noteProviderEvent(
  db: Db,
  provider: PaymentRow['provider'],
  id: string,
  outcome: 'used' | 'seen' | 'foreign' | 'mismatch',
  note: string | null,
): Promise<void> {
  await db.updateTable('provider_events').set({ outcome, note }).where('provider', '=', provider).where('id', '=', id).execute()
}

export type MoveRow = Selectable<Tables['money_moves']>

export const findMove = (db: Db, id: string): Promise<MoveRow | undefined> =>
  db.selectFrom('money_moves').selectAll().where('id', '=', id).executeTakeFirst()

/** Locked until the transaction ends. What it is for is locked before. */
export const lockMove = (db: Tx, id: string): Promise<MoveRow | undefined> =>
  db.selectFrom('money_moves').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** It was sent, and came back. */
export async function failMove(db: Db, id: string): Promise<void> {
  await db.updateTable('money_moves').set({ status: 'failed' }).where('id', '=', id).execute()
}

/** What others than this service took back of a payout, as far as it is written down: such moves were never due here. */
export async function reversedByOthers(db: Db, payoutId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from money_moves
    where of_move = ${payoutId} and kind = 'reversal' and status = 'sent' and provider_ref like 'tr\_%/%'`.execute(db)
  return rows[0]!.cents
}

export const findPayoutAccountByRef = (
  db: Db,
  provider: PayoutAccountRow['provider'],
  ref: string,
): Promise<PayoutAccountRow | undefined> =>
  db.selectFrom('payout_accounts').selectAll().where('provider', '=', provider).where('provider_ref', '=', ref).executeTakeFirst()

export async function insertMove(db: Db, row: Insertable<Tables['money_moves']>): Promise<void> {
  await db.insertInto('money_moves').values(row).execute()
}

export type PayoutAccountRow = Selectable<Tables['payout_accounts']>

export const findPayoutAccount = (
  db: Db,
  accountId: string,
  provider: PayoutAccountRow['provider'],
): Promise<PayoutAccountRow | undefined> =>
  db.selectFrom('payout_accounts').selectAll().where('account_id', '=', accountId).where('provider', '=', provider).executeTakeFirst()

/** The first that was stored stays; what it can do is as last told. */
export async function deletePayoutAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('payout_accounts').where('account_id', '=', accountId).execute()
}

export async function savePayoutAccount(db: Db, row: Insertable<Tables['payout_accounts']>): Promise<void> {
  await db
    .insertInto('payout_accounts')
    .values(row)
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet({
        provider: row.provider,
        provider_ref: row.provider_ref,
        ready: row.ready!,
        left_at: null,
        updated_at: row.updated_at,
      }),
    )
    .execute()
}

/** Gives the account as it was, locked; undefined where there is none of that name. */
export const lockPayoutAccount = (db: Tx, provider: PayoutAccountRow['provider'], ref: string): Promise<PayoutAccountRow | undefined> =>
  db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .forUpdate()
    .executeTakeFirst()

export async function changePayoutAccount(
  db: Db,
  accountId: string,
  change: Pick<PayoutAccountRow, 'ready' | 'left_at' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('payout_accounts').set(change).where('account_id', '=', accountId).execute()
}

/** What waits to be sent to a seller. */
export const dueToSeller = async (db: Db, accountId: string): Promise<number> =>
  (
    await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents from money_moves
      where kind = 'payout' and status = 'due' and account_id = ${accountId}`.execute(db)
  ).rows[0]!.cents

/** A seller's address, and when it was first proved to be theirs. */
export async function addressOf(db: Db, accountId: string): Promise<{ email: string; verifiedAt: Date | null }> {
  const row = await db.selectFrom('accounts').select(['email', 'email_verified_at']).where('id', '=', accountId).executeTakeFirstOrThrow()
  return { email: row.email!, verifiedAt: row.email_verified_at }
}

/** A payout as its seller sees it: of an order, or of a deposit that was kept. */
export type PayoutRow = Pick<
  Selectable<Tables['money_moves']>,
  'id' | 'order_id' | 'hold_id' | 'amount_cents' | 'status' | 'tries' | 'created_at' | 'sent_at'
> & {
  listing_title: string
}

/** One page of a seller's payouts, the newest first. */
export async function pageOfPayouts(
  db: Db,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PayoutRow[]; total: number }> {
  const own = db.selectFrom('money_moves as m').where('m.kind', '=', 'payout').where('m.account_id', '=', accountId)
  const [rows, count] = await Promise.all([
    own
      .where('m.status', '<>', 'dropped')
      .leftJoin('orders as o', 'o.id', 'm.order_id')
      .leftJoin('holds as h', 'h.id', 'm.hold_id')
      .select(['m.id', 'm.order_id', 'm.hold_id', 'm.amount_cents', 'm.status', 'm.tries', 'm.created_at', 'm.sent_at'])
      .select((eb) => eb.fn.coalesce('o.listing_title', 'h.listing_title').as('listing_title'))
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .$castTo<PayoutRow>()
      .execute(),
    own
      .where('m.status', '<>', 'dropped')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

/** Open cases whose end the provider knows, not looked at since `before`, the longest ago first. */
export const casesToLookAt = (
  db: Db,
  provider: PaymentRow['provider'],
  before: Date,
  limit: number,
): Promise<{ id: string; kind: Selectable<Tables['money_cases']>['kind']; ref: string }[]> =>
  db
    .selectFrom('money_cases')
    .select(['id', 'kind', 'ref'])
    .where('provider', '=', provider)
    .where('kind', 'in', ['chargeback', 'account_stopped'])
    .where('closed_at', 'is', null)
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()

export async function touchCase(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('money_cases').set({ updated_at: now }).where('id', '=', id).where('closed_at', 'is', null).execute()
}
