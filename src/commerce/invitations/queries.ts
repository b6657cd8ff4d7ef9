import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { pagedBy, type Paged, type Part } from '#platform/db/paginate.ts'
import { REPEAT_AFTER_MS, type InvitationFacts, type InvitationStatus } from './rules.ts'

type Columns = Selectable<Tables['invitations']>

/** An invitation with the current names of its listing and shop. */
export type InvitationRow = Omit<Columns, 'ended_as'> & {
  ended_as: InvitationFacts['ended']
  listing_title: string
  listing_price_cents: number | null
  shop_slug: string
  shop_name: string
}

/** An invitation, with one invited person's answer. */
export type ReceivedRow = InvitationRow & {
  answer: InvitationFacts['answer']
  order_id: string | null
  answer_at: Date
}

const invitation = sql`
  i.*, coalesce(l.title, '') as listing_title, l.price_cents as listing_price_cents, s.slug as shop_slug, s.name as shop_name`
const tables = sql`invitations i join listings l on l.id = i.listing_id join shops s on s.id = l.shop_id`
const received = sql`${invitation}, r.answer, r.order_id, r.updated_at as answer_at`
const recipients = sql`invitation_recipients r join invitations i on i.id = r.invitation_id
  join listings l on l.id = i.listing_id join shops s on s.id = l.shop_id`

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]

export const findSent = (db: Db, accountId: string, id: string): Promise<InvitationRow | undefined> =>
  first(db, sql<InvitationRow>`select ${invitation} from ${tables} where i.id = ${id} and i.account_id = ${accountId}`)

export const findReceived = (db: Db, accountId: string, id: string): Promise<ReceivedRow | undefined> =>
  first(db, sql<ReceivedRow>`select ${received} from ${recipients} where r.invitation_id = ${id} and r.account_id = ${accountId}`)

/** Locks an invitation that the account sent. The caller must lock its listing first. */
export const lockSent = (db: Tx, accountId: string, id: string): Promise<InvitationRow | undefined> =>
  first(db, sql<InvitationRow>`select ${invitation} from ${tables} where i.id = ${id} and i.account_id = ${accountId} for update of i`)

/** Locks an invitation and one invited person's answer. The caller must lock the invitation's listing first. */
export const lockReceived = (db: Tx, accountId: string, id: string): Promise<ReceivedRow | undefined> =>
  first(
    db,
    sql<ReceivedRow>`
      select ${received} from ${recipients} where r.invitation_id = ${id} and r.account_id = ${accountId} for update of i, r`,
  )

/** Locks the account, so that concurrent requests create and count the account's invitations one after another. */
export async function lockAccount(db: Tx, accountId: string): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db)
}

/** Returns the times of the invitations that the account has sent since the time `since`, newest first. */
export const invitationTimes = async (db: Db, accountId: string, since: Date, limit: number): Promise<Date[]> =>
  (
    await sql<{ created_at: Date }>`
      select created_at from invitations where account_id = ${accountId} and created_at > ${since}
      order by created_at desc limit ${limit}`.execute(db)
  ).rows.map((row) => row.created_at)

/** Returns the values that determine a listing's minimum price. Only the owner may see the minimum price. */
export const findFloor = async (db: Db, listingId: string): Promise<{ lowest_price_cents: number | null; lowest_percent: number }> =>
  (await first(
    db,
    sql<{ lowest_price_cents: number | null; lowest_percent: number }>`
      select l.lowest_price_cents, s.lowest_percent from listings l join shops s on s.id = l.shop_id where l.id = ${listingId}`,
  ))!

export type Audience = { listingId: string; sellerId: string; likedBefore: Date; now: Date; limit: number }

/**
 * Selects the people to invite, latest like first. Omits people who have an open offer, who were recently invited to the listing, who
 * blocked the seller, or whom the seller blocked.
 */
const eligible = ({ listingId, sellerId, likedBefore, now, limit }: Audience): RawBuilder<unknown> => sql`
  select k.account_id from likes k join accounts a on a.id = k.account_id
  where k.listing_id = ${listingId} and k.created_at <= ${likedBefore} and k.account_id <> ${sellerId}
    and a.suspended_at is null
    and not exists (select from blocks b where (b.account_id, b.blocked_id) in ((k.account_id, ${sellerId}), (${sellerId}, k.account_id)))
    and not exists (select from offers o where o.listing_id = k.listing_id and o.buyer_id = k.account_id
      and o.status in ('open', 'countered') and o.expires_at > ${now})
    and not exists (select from invitation_recipients r where r.listing_id = k.listing_id and r.account_id = k.account_id
      and r.created_at > ${new Date(now.getTime() - REPEAT_AFTER_MS)})
  order by k.created_at desc, k.account_id limit ${limit}`

/** Counts the people that an invitation would reach if it were sent now. */
export const countEligible = async (db: Db, audience: Audience): Promise<number> =>
  (await first(db, sql<{ count: number }>`select count(*) as count from (${eligible(audience)}) e`))!.count

/**
 * Returns the people whom an invitation will reach. Waits until concurrent blocks between them and the seller are committed, so that no one
 * receives an invitation after a block.
 */
export const lockEligible = async (db: Tx, audience: Audience): Promise<string[]> =>
  (
    await sql<{ account_id: string }>`
      with chosen as materialized (${eligible(audience)})
      select account_id from chosen where not is_blocked(${audience.sellerId}, account_id)`.execute(db)
  ).rows.map((row) => row.account_id)

/** Marks a listing's invitation as expired if its deadline has passed. Returns the listing's open invitation if it has not expired. */
export async function expireOn(db: Tx, listingId: string, now: Date): Promise<{ id: string } | undefined> {
  await sql`
    update invitations set ended_as = 'expired', updated_at = ${now}
    where listing_id = ${listingId} and ended_as is null and expires_at <= ${now}`.execute(db)
  return first(db, sql<{ id: string }>`select id from invitations where listing_id = ${listingId} and ended_as is null`)
}

type NewInvitation = Pick<Columns, 'id' | 'account_id' | 'listing_id' | 'amount_cents' | 'note' | 'expires_at' | 'sent' | 'created_at'>

export async function insertInvitation(db: Tx, row: NewInvitation, recipientIds: readonly string[]): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ ...row, updated_at: row.created_at })
    .execute()
  await sql`
    insert into invitation_recipients (invitation_id, account_id, listing_id, created_at, updated_at)
    select ${row.id}, account_id, ${row.listing_id}, ${row.created_at}, ${row.created_at}
    from unnest(${[...recipientIds]}::text[]) as account_id`.execute(db)
}

export async function endInvitation(db: Tx, id: string, endedAs: 'withdrawn' | 'closed', now: Date): Promise<void> {
  await sql`update invitations set ended_as = ${endedAs}, updated_at = ${now} where id = ${id}`.execute(db)
}

export async function writeAnswer(
  db: Tx,
  by: { id: string; accountId: string; answer: 'taken' | 'declined'; orderId: string | null; now: Date },
): Promise<void> {
  await sql`
    update invitation_recipients set answer = ${by.answer}, order_id = ${by.orderId}, updated_at = ${by.now}
    where invitation_id = ${by.id} and account_id = ${by.accountId}`.execute(db)
  if (by.answer === 'taken') await sql`update invitations set taken = taken + 1, updated_at = ${by.now} where id = ${by.id}`.execute(db)
}

/**
 * Closes the open invitations to the given listings. If an invitation's deadline has passed, marks the invitation as expired instead. The
 * caller must lock the listings.
 */
export async function closeOn(db: Tx, listingIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update invitations set ended_as = case when expires_at > ${now} then 'closed' else 'expired' end, updated_at = ${now}
    where listing_id = any(${[...listingIds]}::text[]) and ended_as is null`.execute(db)
}

/** Closes the open invitations that an account sent or received. */
export async function closeOf(db: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    update invitations set ended_as = 'closed', updated_at = ${now}
    where account_id = ${accountId} and ended_as is null and expires_at > ${now}`.execute(db)
  await closeReceived(db, sql<boolean>`r.account_id = ${accountId}`, now)
}

/** Closes the open invitations between two people. */
export const closeBetween = (db: Tx, one: string, other: string, now: Date): Promise<void> =>
  closeReceived(db, sql<boolean>`(i.account_id, r.account_id) in ((${one}, ${other}), (${other}, ${one}))`, now)

async function closeReceived(db: Tx, where: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`
    update invitation_recipients r set answer = 'closed', updated_at = ${now}
    from invitations i where i.id = r.invitation_id and ${where}
      and r.answer is null and i.ended_as is null and i.expires_at > ${now}`.execute(db)
}

export type InvitationFilter = { accountId: string; status: InvitationStatus | undefined; listing: string | undefined; now: Date }

const filtered = ({ status, listing, now }: InvitationFilter, answer: RawBuilder<unknown>) => sql`
  ${listing === undefined ? sql`` : sql`and i.listing_id = ${listing}`}
  ${
    status === undefined
      ? sql``
      : sql`and coalesce(${answer}, i.ended_as, case when i.expires_at <= ${now} then 'expired' else 'open' end) = ${status}`
  }`

/** Returns one page of the invitations that an account has received, newest first. */
export function pageOfReceived(db: Db, filter: InvitationFilter, { limit, offset }: Part): Promise<Paged<ReceivedRow>> {
  const matching = sql`${recipients} where r.account_id = ${filter.accountId} ${filtered(filter, sql`r.answer`)}`
  return pagedBy(db, matching, sql<ReceivedRow>`select ${received} from ${matching} order by i.id desc limit ${limit} offset ${offset}`)
}

/** Returns one page of the invitations that an account has sent, newest first. */
export function pageOfSent(db: Db, filter: InvitationFilter, { limit, offset }: Part): Promise<Paged<InvitationRow>> {
  const matching = sql`${tables} where i.account_id = ${filter.accountId} ${filtered(filter, sql`null::text`)}`
  return pagedBy(db, matching, sql<InvitationRow>`select ${invitation} from ${matching} order by i.id desc limit ${limit} offset ${offset}`)
}
