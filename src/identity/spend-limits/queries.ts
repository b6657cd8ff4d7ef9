import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'

/**
 * Locks a key with a spending limit. Transactions that commit money with this key then run one after another, so that each sees all earlier
 * commitments.
 */
export async function lockKey(db: Tx, keyId: string): Promise<void> {
  await db.selectFrom('keys').select('id').where('id', '=', keyId).forNoKeyUpdate().execute()
}

/**
 * Returns the total, in cents, that a key has committed after `since` and that was not released. Excludes the offer, order or hold with the
 * id `except`. An offer counts while it is open and, once accepted, until an order replaces it. An order counts until it is cancelled,
 * expired or refunded. A hold counts until it expires, is returned, or is used by an order that this key placed. A purchase counts until it
 * is cancelled or expired, or until all of its orders are cancelled or refunded.
 */
export async function committedCents(db: Db, keyId: string, by: { except: string; since: Date; now: Date }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(c.cents), 0)::int as cents
    from commitments c
    left join offers f on f.id = c.subject_id
    left join orders o on o.id = c.subject_id
    left join holds h on h.id = c.subject_id
    left join purchases p on p.id = c.subject_id
    where c.key_id = ${keyId} and c.subject_id <> ${by.except} and c.at > ${by.since}
      and (f.id is null or (f.status in ('open', 'countered') and f.expires_at > ${by.now}) or (f.status = 'accepted' and exists (
        select 1 from orders a where a.offer_id = f.id and a.status not in ('cancelled', 'expired', 'refunded')
          and (a.status <> 'awaiting_payment' or a.pay_by > ${by.now}))))
      and (o.id is null or (o.status not in ('cancelled', 'expired', 'refunded') and (o.status <> 'awaiting_payment' or o.pay_by > ${by.now})))
      and (h.id is null or h.status in ('active', 'used', 'kept') or (h.status = 'asked' and h.until > ${by.now}))
      and (p.id is null or (p.status = 'awaiting_payment' and p.pay_by > ${by.now}) or (p.status = 'paid' and exists (
        select 1 from orders a where a.purchase_id = p.id and a.status not in ('cancelled', 'refunded'))))
      and not exists (
        select 1 from orders a
        where (a.offer_id = c.subject_id or a.hold_id = c.subject_id)
          and (a.id = ${by.except} or exists (select 1 from commitments b where b.key_id = c.key_id and b.subject_id = a.id and b.at > ${by.since})))`.execute(
    db,
  )
  return rows[0]!.cents
}

/** Stores an amount that a key has committed. Overwrites the earlier amount for the same subject, so that a paid order counts only once. */
export async function writeCommitment(db: Db, row: { key_id: string; subject_id: string; cents: number; at: Date }): Promise<void> {
  await db
    .insertInto('commitments')
    .values(row)
    .onConflict((on) => on.columns(['key_id', 'subject_id']).doUpdateSet({ cents: row.cents, at: row.at }))
    .execute()
}
