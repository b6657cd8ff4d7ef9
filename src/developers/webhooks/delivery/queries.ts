import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** A delivery that is leased to this caller until `leased_until`, with the current URL of the webhook. */
export type Claim = {
  id: string
  account_id: string
  event_id: string
  event_type: string
  body: string
  tries: number
  leased_until: Date
  url: string
  secret: string
}

/** Outcome of an attempt. A failure is recorded only if the claim still holds its `lease`. */
export type Marked = {
  id: string
  lease: string
  delivered: boolean
  next_try_at: string | null
  attempt: { at: string; status: number; error: string | null; ms: number }
}

const MAX_ATTEMPTS = 20

/** Inserts a delivery for each event if the account has an enabled webhook that subscribes to this event type. Idempotent. */
export async function insertDeliveries(
  db: Db,
  rows: readonly { id: string; account_id: string; event_id: string; event_type: string; body: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, account_id, event_id, event_type, body, next_try_at, created_at)
    select r.id, r.account_id, r.event_id, r.event_type, r.body, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, account_id text, event_id text, event_type text, body text)
    join webhooks w on w.account_id = r.account_id and w.enabled and r.event_type = any (w.events)
    on conflict (event_id, account_id) do nothing`.execute(db)
}

/**
 * Claims due deliveries, at most `room` per account, oldest first. Other callers cannot claim a delivery while it is leased. Leases use
 * real time. The commit does not wait for the disk, so a crash can lose a lease, in which case the delivery is repeated.
 */
export async function claimDue(
  db: Db,
  lanes: readonly { accountId: string; room: number }[],
  now: Date,
  leaseSeconds: number,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    due as (
      select d.id, w.url, w.secret
      from unnest(${lanes.map(({ accountId }) => accountId)}::text[], ${lanes.map(({ room }) => room)}::integer[]) as lane(account_id, room)
      join webhooks w on w.account_id = lane.account_id and w.enabled
      cross join lateral (
        select id from webhook_deliveries d
        where d.account_id = lane.account_id and d.status = 'waiting' and d.next_try_at <= ${now}
          and (d.leased_until is null or d.leased_until < now())
        order by d.next_try_at, d.id
        limit lane.room
        for update skip locked
      ) d
    )
    update webhook_deliveries d
    set leased_until = date_trunc('milliseconds', now()) + ${leaseSeconds} * interval '1 second'
    from due, quick
    where d.id = due.id
    returning d.id, d.account_id, d.event_id, d.event_type, d.body, d.tries, d.leased_until, due.url, due.secret`.execute(db)
  return rows
}

/** Returns the accounts that have due deliveries without a lease. */
export async function accountsDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from webhooks w
    where enabled and exists (
      select from webhook_deliveries d
      where d.account_id = w.account_id and d.status = 'waiting' and d.next_try_at <= ${now}
        and (d.leased_until is null or d.leased_until < now()))`.execute(db)
  return rows.map((row) => row.account_id)
}

/** Returns true if any delivery is due, including leased deliveries. */
export async function anyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from webhooks w
    where enabled and exists (
      select from webhook_deliveries d where d.account_id = w.account_id and d.status = 'waiting' and d.next_try_at <= ${now})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Writes the outcomes of attempts. A 2xx response is recorded even if the lease has expired. */
export async function markTries(db: Db, marked: readonly Marked[]): Promise<void> {
  await sql`
    update webhook_deliveries d
    set status = case when m.delivered then 'delivered' when m.next_try_at is null then 'failed' else 'waiting' end,
        next_try_at = m.next_try_at,
        tries = d.tries + 1,
        leased_until = null,
        attempts = case when jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS} then d.attempts else d.attempts - 0 end || m.attempt
    from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb)
      as m(id text, lease timestamptz, delivered boolean, next_try_at timestamptz, attempt jsonb)
    where d.id = m.id and (m.delivered or (d.status = 'waiting' and d.leased_until = m.lease))`.execute(db)
}

export async function releaseClaims(db: Db, claims: readonly { id: string; leased_until: Date }[]): Promise<void> {
  await sql`
    update webhook_deliveries d set leased_until = null
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id text, leased_until timestamptz)
    where d.id = c.id and d.leased_until = c.leased_until`.execute(db)
}

/**
 * Releases all leases. Call this function only at startup, and only if no other process uses the database, because other processes may hold
 * leases.
 */
export async function releaseAll(db: Db): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: null })
    .where('status', '=', 'waiting')
    .where('leased_until', 'is not', null)
    .execute()
}

/** Stops automatic attempts for pending deliveries. Users can still send them manually. */
export async function endWaiting(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_try_at: null, leased_until: null })
    .where('account_id', '=', accountId)
    .where('status', '=', 'waiting')
    .execute()
}

type ListedBy = {
  accountId: string
  status?: DeliveryRow['status'] | undefined
  type?: string | undefined
  /** Includes only deliveries of events that were dispatched on this day (YYYY-MM-DD, UTC). */
  day?: string | undefined
} & Part

export async function listDeliveries(db: Db, by: ListedBy): Promise<Paged<DeliveryRow>> {
  const from = `${by.day}T00:00:00Z`
  const mine = db
    .selectFrom('webhook_deliveries')
    .where('account_id', '=', by.accountId)
    .$if(by.status !== undefined, (q) => q.where('status', '=', by.status!))
    .$if(by.type !== undefined, (q) => q.where('event_type', '=', by.type!))
    .$if(by.day !== undefined, (q) =>
      q.where(sql<boolean>`created_at >= ${from}::timestamptz and created_at < ${from}::timestamptz + interval '24 hours'`),
    )
  return paged(mine, mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(by.limit).offset(by.offset))
}

export const findDelivery = (db: Db, accountId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()

export const lockDelivery = (db: Tx, accountId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).where('account_id', '=', accountId).forUpdate().executeTakeFirst()

/** Makes a delivery due now, but does not release its lease. */
export const dueNow = (db: Db, id: string, now: Date): Promise<DeliveryRow> =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', next_try_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function forgetDeliveriesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('account_id', '=', accountId).execute()
}

/** Returns the number of due deliveries without a lease. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from webhook_deliveries
    where status = 'waiting' and next_try_at <= ${now} and (leased_until is null or leased_until < now())`.execute(db)
  return rows[0]!.due
}
