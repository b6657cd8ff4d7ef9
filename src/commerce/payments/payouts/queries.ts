import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'

export type PayoutAccountRow = Selectable<Tables['payout_accounts']>

export const findPayoutAccountByRef = (
  db: Db,
  provider: PayoutAccountRow['provider'],
  ref: string,
): Promise<PayoutAccountRow | undefined> =>
  db.selectFrom('payout_accounts').selectAll().where('provider', '=', provider).where('provider_ref', '=', ref).executeTakeFirst()

export const findPayoutAccount = (
  db: Db,
  accountId: string,
  provider: PayoutAccountRow['provider'],
): Promise<PayoutAccountRow | undefined> =>
  db.selectFrom('payout_accounts').selectAll().where('account_id', '=', accountId).where('provider', '=', provider).executeTakeFirst()

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

export async function deletePayoutAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('payout_accounts').where('account_id', '=', accountId).execute()
}

/** Locks a payout account, found by its reference at the provider. */
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

/** Returns the total of a seller's due payouts, in cents. */
export const dueToSeller = async (db: Db, accountId: string): Promise<number> =>
  (
    await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents from money_moves
      where kind = 'payout' and status = 'due' and account_id = ${accountId}`.execute(db)
  ).rows[0]!.cents

/** Returns true if the service owes the seller money, but the seller has no payout account that is ready. */
export async function hasDueWithoutAccount(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from money_moves where kind = 'payout' and status in ('due', 'held') and account_id = ${accountId}
      and not exists (select from payout_accounts where account_id = ${accountId} and ready)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns a seller's email address and the time when it was first verified. */
export async function addressOf(db: Db, accountId: string): Promise<{ email: string; verifiedAt: Date | null }> {
  const row = await db.selectFrom('accounts').select(['email', 'email_verified_at']).where('id', '=', accountId).executeTakeFirstOrThrow()
  return { email: row.email!, verifiedAt: row.email_verified_at }
}

/** A payout for an order, or for a hold whose deposit the seller keeps. */
export type PayoutRow = Pick<
  Selectable<Tables['money_moves']>,
  'id' | 'order_id' | 'hold_id' | 'amount_cents' | 'status' | 'tries' | 'created_at' | 'sent_at'
> & {
  listing_title: string
  /** Amounts of the order, in cents. Null if the payout is for a deposit. */
  item_cents: number | null
  shipping_cents: number | null
  refunded_cents: number | null
  fee_cents: number | null
  labels_cents: number | null
  /** Deposit that the seller keeps, in cents. Null if the payout is for an order. */
  deposit_cents: number | null
}

/** Returns one page of payouts to a seller, newest first. */
export async function pageOfPayouts(db: Db, accountId: string, { limit, offset }: Part): Promise<Paged<PayoutRow>> {
  const own = db.selectFrom('money_moves as m').where('m.kind', '=', 'payout').where('m.account_id', '=', accountId)
  return paged(
    own.where('m.status', '<>', 'dropped'),
    own
      .where('m.status', '<>', 'dropped')
      .leftJoin('orders as o', 'o.id', 'm.order_id')
      .leftJoin('holds as h', 'h.id', 'm.hold_id')
      .select(['m.id', 'm.order_id', 'm.hold_id', 'm.amount_cents', 'm.status', 'm.tries', 'm.created_at', 'm.sent_at'])
      .select(['o.item_cents', 'o.shipping_cents', 'o.refunded_cents', 'o.fee_cents'])
      .select((eb) => [
        eb.fn.coalesce('o.listing_title', 'h.listing_title').as('listing_title'),
        eb('o.label_paid_cents', '+', eb.ref('o.recovered_cents')).as('labels_cents'),
        eb.case().when('o.id', 'is', null).then(eb.ref('h.deposit_cents')).end().as('deposit_cents'),
      ])
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .$castTo<PayoutRow>(),
  )
}
