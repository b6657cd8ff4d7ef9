import { sql, type Insertable, type Selectable } from 'kysely'
import type { MoneyCaseKind } from './rules.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { type Paged, pagedBy, type Part } from '#platform/db/paginate.ts'

export type CaseRow = Selectable<Tables['money_cases']>
export type CaseKey = { provider: CaseRow['provider']; kind: MoneyCaseKind; ref: string }

/** Locks a payment exception. The caller must lock its order or hold first. */
export const lockCase = (db: Tx, { provider, kind, ref }: CaseKey): Promise<CaseRow | undefined> =>
  db
    .selectFrom('money_cases')
    .selectAll()
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst()

/** Returns the amounts of these chargebacks, in cents, by reference. */
export async function chargebackAmounts(db: Db, provider: CaseRow['provider'], refs: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('money_cases')
    .select(['ref', 'amount_cents'])
    .where('provider', '=', provider)
    .where('kind', '=', 'chargeback')
    .where('ref', 'in', [...refs])
    .execute()
  return new Map(rows.map(({ ref, amount_cents: cents }) => [ref, cents]))
}

export const lockCaseById = (db: Tx, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom('money_cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the open payment exceptions about a held transfer, except those that an operator can only acknowledge, or that a bank decides. */
export const lockCasesOfTransfer = (db: Tx, transferId: string): Promise<CaseRow[]> =>
  db
    .selectFrom('money_cases')
    .selectAll()
    .where('move_id', '=', transferId)
    .where('kind', 'in', ['refund_failed', 'transfer_failed', 'transfer_reversed'])
    .where('closed_at', 'is', null)
    .forUpdate()
    .execute()

/** Inserts a payment exception. Returns undefined if there is already an exception with the same key. */
export const insertCase = (db: Db, row: Insertable<Tables['money_cases']>): Promise<CaseRow | undefined> =>
  db
    .insertInto('money_cases')
    .values(row)
    .onConflict((oc) => oc.columns(['provider', 'kind', 'ref']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateCase = (db: Db, id: string, change: Partial<Omit<CaseRow, 'id' | 'created_at'>>): Promise<CaseRow> =>
  db.updateTable('money_cases').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Increases the covered part of a chargeback by an amount that a reversal recovered. */
export async function coverByTransfer(db: Db, transferId: string, cents: number, now: Date): Promise<void> {
  await db
    .updateTable('money_cases')
    .set((eb) => ({ covered_cents: eb('covered_cents', '+', cents), updated_at: now }))
    .where('move_id', '=', transferId)
    .where('kind', '=', 'chargeback')
    .execute()
}

export const operatorIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('accounts').select('id').where('is_operator', '=', true).where('closed_at', 'is', null).execute()).map(
    ({ id }) => id,
  )

export type ShownCase = CaseRow & {
  listing_title: string | null
  buyer_id: string | null
  buyer_name: string | null
  seller_id: string | null
  seller_name: string | null
  order_status: string | null
  /** Total of a seller's payouts minus reversals, in cents. */
  sent_cents: number
}

const COLUMNS = sql`
  c.*, coalesce(o.listing_title, h.listing_title) as listing_title,
  b.id as buyer_id, b.name as buyer_name, s.id as seller_id, s.name as seller_name, o.status as order_status,
  (select coalesce(sum(case kind when 'payout' then amount_cents else -amount_cents end), 0)::int from money_moves m
   where m.status = 'sent' and m.kind in ('payout', 'reversal')
     and case when c.order_id is null then m.hold_id = c.hold_id and m.order_id is null else m.order_id = c.order_id end) as sent_cents
  from money_cases c
  left join orders o on o.id = c.order_id left join holds h on h.id = c.hold_id
  left join accounts b on b.id = coalesce(o.buyer_id, h.buyer_id)
  left join accounts s on s.id = coalesce(c.account_id, o.seller_id, h.seller_id)`

/**
 * Returns one page of payment exceptions. Open exceptions are sorted by deadline, then oldest first. Closed exceptions are sorted latest
 * first.
 */
export async function pageOfCases(db: Db, open: boolean, { limit, offset }: Part): Promise<Paged<ShownCase>> {
  const which = open ? sql`c.closed_at is null` : sql`c.closed_at is not null`
  const order = open ? sql`c.due_by nulls last, c.created_at, c.id` : sql`c.closed_at desc, c.id`
  return pagedBy(
    db,
    sql`money_cases c where ${which}`,
    sql<ShownCase>`select ${COLUMNS} where ${which} order by ${order} limit ${limit} offset ${offset}`,
  )
}

export const findShownCase = async (db: Db, id: string): Promise<ShownCase | undefined> =>
  (await sql<ShownCase>`select ${COLUMNS} where c.id = ${id}`.execute(db)).rows[0]

/** Lists the open payment exceptions that affect a seller's money, newest first. */
export const openCasesOf = async (db: Db, accountId: string, limit: number): Promise<ShownCase[]> =>
  (
    await sql<ShownCase>`
      select ${COLUMNS} where c.account_id = ${accountId} and c.closed_at is null and c.kind not in ('mismatch', 'refund_failed')
      order by c.created_at desc, c.id limit ${limit}`.execute(db)
  ).rows
