import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'
import type { AlertFacts, LikeAlert } from './rules.ts'

/** Returns the listings with unprocessed changes, longest wait first. */
export const changedListings = async (db: Db, limit: number): Promise<string[]> =>
  (
    await sql<{ listing_id: string }>`
      select listing_id from (select listing_id, id from like_changes order by id limit ${limit}) c
      group by listing_id order by min(id)`.execute(db)
  ).rows.map((row) => row.listing_id)

export type ChangeSummary = {
  /** Id of the last change that the summary includes. */
  last: string
  from_cents: number | null
  sold_at: Date | null
  back_at: Date | null
}

/**
 * Summarizes a listing's unprocessed changes. Sets the time of changes that it reads for the first time to `now`. Returns undefined if
 * there are no changes.
 */
export const summarizeChanges = async (db: Db, listingId: string, now: Date): Promise<ChangeSummary | undefined> => {
  await sql`update like_changes set seen_at = ${now} where listing_id = ${listingId} and seen_at is null`.execute(db)
  return (
    await sql<ChangeSummary>`
      select max(id)::text as last, (array_agg(from_cents order by id))[1] as from_cents,
        max(seen_at) filter (where kind = 'liked_sold') as sold_at, max(seen_at) filter (where kind = 'liked_back') as back_at
      from like_changes where listing_id = ${listingId} and seen_at is not null having count(*) > 0`.execute(db)
  ).rows[0]
}

export async function deleteChanges(db: Db, listingId: string, last: string): Promise<void> {
  await sql`delete from like_changes where listing_id = ${listingId} and id <= ${last}::bigint`.execute(db)
}

export type ChangedListing = { owner_id: string; status: string; reserved: boolean; price_cents: number | null }

export const findListing = async (db: Db, listingId: string): Promise<ChangedListing | undefined> =>
  (
    await sql<ChangedListing>`
      select owner_id, status, reserved_until is not null as reserved, price_cents from listings where id = ${listingId}`.execute(db)
  ).rows[0]

export type Batch = {
  listingId: string
  ownerId: string
  after: string
  limit: number
  /** The lowest previous price for which the current price counts as a price drop. Null if the listing is not available. */
  lowestEarlierCents: number | null
  fromCents: number | null
  soldAt: Date | null
  backAt: Date | null
  dueAt: Date
  repeatAfterMs: number
  digestEveryMs: number
}

/**
 * Queues the alerts for the next `limit` people who like a listing, with one statement. Returns the last of these people, or null if there
 * are no more. A repeated batch has no effect, even after the digests were sent.
 */
export async function queueAlerts(db: Tx, batch: Batch): Promise<string | null> {
  const { listingId, ownerId, after, limit, lowestEarlierCents, fromCents, soldAt, backAt, dueAt, repeatAfterMs, digestEveryMs } = batch
  const { rows } = await sql<{ last: string | null }>`
    with people as (
      select account_id, created_at, price_cents from likes
      where listing_id = ${listingId} and account_id > ${after} order by account_id limit ${limit}
    ), filled as (
      update likes k set price_cents = ${fromCents}::integer from people p
      where k.listing_id = ${listingId} and k.account_id = p.account_id and k.price_cents is null and ${fromCents}::integer is not null
    ), queued as (
      insert into like_alerts as a (listing_id, account_id, kind, due_at)
      select ${listingId}, p.account_id, k.kind, greatest(${dueAt}::timestamptz, d.sent_at + ${digestEveryMs} * interval '1 millisecond',
        case when k.kind = 'price_drop' then s.sent_at + ${repeatAfterMs} * interval '1 millisecond' end)
      from people p cross join (values ('price_drop'), ('liked_sold'), ('liked_back')) k (kind)
      left join like_alerts s on s.listing_id = ${listingId} and s.account_id = p.account_id and s.kind = k.kind
      left join like_digests d on d.account_id = p.account_id and d.kind = k.kind
      where p.account_id <> ${ownerId} and case k.kind
        when 'price_drop' then coalesce(case when s.sent_at >= p.created_at then s.sent_cents end, p.price_cents, ${fromCents}::integer)
          >= ${lowestEarlierCents}::integer
        when 'liked_sold' then p.created_at <= ${soldAt}::timestamptz and (s.sent_at is null or exists (
            select from like_alerts b where b.listing_id = ${listingId} and b.account_id = p.account_id and b.kind = 'liked_back'
              and b.sent_at >= s.sent_at and b.sent_at < ${soldAt}::timestamptz))
          and not exists (select from orders o where o.listing_id = ${listingId} and o.buyer_id = p.account_id and o.paid_at is not null)
        else p.created_at <= ${backAt}::timestamptz
          and (s.sent_at is null or s.sent_at <= ${backAt}::timestamptz - ${repeatAfterMs} * interval '1 millisecond') end
      order by p.account_id
      on conflict (listing_id, account_id, kind) do update set due_at = least(a.due_at, excluded.due_at)
    )
    select max(account_id) as last from people`.execute(db)
  return rows[0]?.last ?? null
}

export type DueDigest = { account_id: string; kind: LikeAlert }

/** Returns the digests that are due, those that have waited longest first. */
export const dueDigests = async (db: Db, now: Date, limit: number): Promise<DueDigest[]> =>
  (
    await sql<DueDigest>`
      select account_id, kind from (
        select account_id, kind, due_at from like_alerts where due_at <= ${now} order by due_at limit ${limit}) due
      group by account_id, kind order by min(due_at)`.execute(db)
  ).rows

export type AlertRow = AlertFacts & {
  listingId: string
  title: string
  link: string
  shopSlug: string
  shopName: string
}

/**
 * Locks a person's due alerts of one kind and returns them, longest waiting first, with the current state of the listings. Skips alerts
 * that a different process has locked.
 */
export const lockDueAlerts = async (db: Tx, { account_id, kind }: DueDigest, now: Date, limit: number): Promise<AlertRow[]> =>
  (
    await sql<AlertRow>`
      select a.listing_id as "listingId", coalesce(l.title, '') as title, coalesce(l.link, '') as link, s.slug as "shopSlug", s.name as "shopName",
        l.status, l.price_cents as "priceCents", l.reserved_until is not null as reserved,
        k.account_id is not null and l.link is not null and l.visibility <> 'hidden' and s.visibility <> 'private' and not s.paused
          and l.owner_id <> a.account_id and o.closed_at is null and o.suspended_at is null and s.world = '' and o.sandbox_of is null as visible,
        exists (select from blocks b where (b.account_id, b.blocked_id) in ((a.account_id, l.owner_id), (l.owner_id, a.account_id))) as blocked,
        coalesce(case when a.sent_at >= k.created_at then a.sent_cents end, k.price_cents) as "baselineCents"
      from like_alerts a join listings l on l.id = a.listing_id join shops s on s.id = l.shop_id join accounts o on o.id = l.owner_id
        left join likes k on k.listing_id = a.listing_id and k.account_id = a.account_id
      where a.account_id = ${account_id} and a.kind = ${kind} and a.due_at <= ${now}
      order by a.due_at, a.listing_id limit ${limit} for update of a skip locked`.execute(db)
  ).rows

/** Claims today's digest of this kind. Returns false if the person got a digest of this kind less than a day ago. */
export const claimDigest = (db: Tx, { account_id, kind }: DueDigest, now: Date, before: Date): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('like_digests')
      .values({ account_id, kind, sent_at: now })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'kind']).doUpdateSet({ sent_at: now }).where('like_digests.sent_at', '<=', before),
      ),
  )

/** Marks alerts as sent, and records the price that the digest showed. */
export async function markSent(
  db: Tx,
  { account_id, kind }: DueDigest,
  rows: readonly Pick<AlertRow, 'listingId' | 'priceCents'>[],
  now: Date,
): Promise<void> {
  const [ids, prices] = [rows.map(({ listingId }) => listingId), rows.map(({ priceCents }) => priceCents)]
  await sql`
    update like_alerts a set due_at = null, sent_at = ${now}, sent_cents = n.cents
    from unnest(${ids}::text[], ${prices}::integer[]) as n (listing_id, cents)
    where a.listing_id = n.listing_id and a.account_id = ${account_id} and a.kind = ${kind}`.execute(db)
}

/** Drops alerts that no longer apply. Does not delete the records of earlier alerts about the same listings. */
export async function dropAlerts(db: Tx, { account_id, kind }: DueDigest, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const which = sql`account_id = ${account_id} and kind = ${kind} and listing_id = any(${ids})`
  await sql`delete from like_alerts where ${which} and sent_at is null`.execute(db)
  await sql`update like_alerts set due_at = null where ${which}`.execute(db)
}

/** Postpones all of a person's waiting alerts of one kind until the next digest. */
export async function postponeAlerts(db: Tx, { account_id, kind }: DueDigest, everyMs: number): Promise<void> {
  await sql`
    update like_alerts a set due_at = greatest(a.due_at, d.sent_at + ${everyMs} * interval '1 millisecond')
    from like_digests d where d.account_id = a.account_id and d.kind = a.kind
      and a.account_id = ${account_id} and a.kind = ${kind} and a.due_at is not null`.execute(db)
}
