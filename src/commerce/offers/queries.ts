import { sql, type Selectable } from 'kysely'
import type { OfferStatus, ClosedReason } from './rules.ts'
import type { Party } from '#core/party.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import { executeTogether } from '#platform/db/batch.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { EventInsert } from '#platform/events/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { isOf } from '#platform/db/sides.ts'

type Columns = Selectable<Tables['offers']>

export type OfferRow = Omit<Columns, 'closed_reason'> & { closed_reason: ClosedReason | null; buyer_name: string }

export type OfferChange = {
  status: OfferStatus
  updated_at: Date
  expires_at?: Date
  counter_cents?: number
  counter_note?: string | null
  counter_by?: 'owner' | 'agent'
  counter_expires_at?: Date
  order_id?: string
  closed_reason?: ClosedReason
}

const offers = (db: Db) =>
  db.selectFrom('offers as o').innerJoin('accounts as b', 'b.id', 'o.buyer_id').selectAll('o').select('b.name as buyer_name')

/** Returns an offer that an account has made or received. */
export const findOffer = async (db: Db, accountId: string, id: string): Promise<OfferRow | undefined> =>
  (await offers(db).where('o.id', '=', id).where(isOf('o', accountId)).executeTakeFirst()) as OfferRow | undefined

/** Locks an offer. With `accountId`, locks the offer only if this account made or received it. The caller must lock its listing first. */
export const lockOffer = async (db: Tx, id: string, accountId: string | null = null): Promise<OfferRow | undefined> =>
  (await offers(db)
    .where('o.id', '=', id)
    .$if(accountId !== null, (q) => q.where(isOf('o', accountId!)))
    .forUpdate('o')
    .executeTakeFirst()) as OfferRow | undefined

/** Locks the buyer's offer with an active stored status, even if its deadline has passed. */
export const lockActive = async (db: Tx, listingId: string, buyerId: string): Promise<OfferRow | undefined> =>
  (await offers(db)
    .where('o.listing_id', '=', listingId)
    .where('o.buyer_id', '=', buyerId)
    .where('o.status', 'in', ['open', 'countered'])
    .forUpdate('o')
    .executeTakeFirst()) as OfferRow | undefined

/** Locks all active offers on these listings. Locks in order of the ids to avoid deadlocks. */
export const lockActiveOn = async (db: Tx, listingIds: readonly string[], except: string | null): Promise<OfferRow[]> =>
  (await offers(db)
    .where(sql<boolean>`o.listing_id = any(${[...listingIds]}::text[])`)
    .where('o.status', 'in', ['open', 'countered'])
    .$if(except !== null, (q) => q.where('o.id', '<>', except!))
    .orderBy('o.id')
    .forUpdate('o')
    .execute()) as OfferRow[]

/** Locks all active offers between two people. Locks in order of the ids to avoid deadlocks. */
export const lockActiveBetween = async (db: Tx, one: string, other: string): Promise<OfferRow[]> =>
  (await offers(db)
    .where(between(one, other))
    .where('o.status', 'in', ['open', 'countered'])
    .orderBy('o.id')
    .forUpdate('o')
    .execute()) as OfferRow[]

const between = (one: string, other: string) =>
  sql<boolean>`((o.seller_id = ${one} and o.buyer_id = ${other}) or (o.seller_id = ${other} and o.buyer_id = ${one}))`

/** Returns the listings with active offers that an account has made or received. */
export const listingsWithActiveOf = async (db: Db, accountId: string): Promise<{ listing_id: string; received: boolean }[]> => {
  const { rows } = await sql<{ listing_id: string; received: boolean }>`
    select distinct listing_id, seller_id = ${accountId} as received from offers
    where ${isOf('offers', accountId)} and status in ('open', 'countered')
    order by listing_id`.execute(db)
  return rows
}

/** Locks active offers past their deadline. Skips offers that are already locked. */
export const lockDue = async (db: Tx, now: Date, limit: number): Promise<OfferRow[]> =>
  (await offers(db)
    .where('o.status', 'in', ['open', 'countered'])
    .where('o.expires_at', '<=', now)
    .orderBy('o.expires_at')
    .limit(limit)
    .forUpdate('o')
    .skipLocked()
    .execute()) as OfferRow[]

export const insertOffer = (db: Tx, { buyer_name: _, ...row }: OfferRow, event: EventInsert): Promise<void> =>
  executeTogether(db, [db.insertInto('offers').values(row)], event)

/** Updates a locked offer and inserts the events about the change. */
export const updateOffer = (db: Tx, id: string, change: OfferChange, event: EventInsert | null): Promise<void> =>
  executeTogether(db, [db.updateTable('offers').set(change).where('id', '=', id)], event)

export async function updateOffers(db: Db, ids: readonly string[], change: OfferChange): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('offers')
    .set(change)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
}

/** Returns when a buyer made offers on a listing, from `since` onward, newest first. */
export const offerTimes = async (db: Db, listingId: string, buyerId: string, since: Date, limit: number): Promise<Date[]> =>
  (
    await db
      .selectFrom('offers')
      .select('created_at')
      .where('listing_id', '=', listingId)
      .where('buyer_id', '=', buyerId)
      .where('created_at', '>', since)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute()
  ).map(({ created_at }) => created_at)

export type OfferFilter = {
  accountId: string
  role: Party | undefined
  status: OfferStatus | undefined
  listing: string | undefined
  updatedAfter: Date | undefined
  now: Date
}

const matching = (db: Db, { accountId, role, status, listing, updatedAfter, now }: OfferFilter) =>
  db
    .selectFrom('offers as o')
    .where(isOf('o', accountId, role))
    .$if(listing !== undefined, (q) => q.where('o.listing_id', '=', listing!))
    .$if(status !== undefined, (q) => q.where(trueStatus(now), '=', status!))
    .$if(updatedAfter !== undefined, (q) => q.where('o.updated_at', '>', updatedAfter!))

/** SQL for an offer's status at `now`, which can differ from the stored status until the periodic job updates it. */
const trueStatus = (now: Date) =>
  sql<string>`case when o.status in ('open', 'countered') and o.expires_at <= ${now} then 'expired' else o.status end`

/** Returns one page of offers, newest first, and the total number of offers. */
export async function pageOfOffers(db: Db, filter: OfferFilter, { limit, offset }: Part): Promise<Paged<OfferRow>> {
  return paged(
    matching(db, filter),
    matching(db, filter)
      .innerJoin('accounts as b', 'b.id', 'o.buyer_id')
      .selectAll('o')
      .select('b.name as buyer_name')
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(limit)
      .offset(offset)
      .$castTo<OfferRow>(),
  )
}

/** Returns the number of active offers that a buyer has made to a seller. */
export async function countActiveFrom(db: Db, sellerId: string, buyerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select count(*) as active from offers
    where seller_id = ${sellerId} and buyer_id = ${buyerId} and status in ('open', 'countered') and expires_at > ${now}`.execute(db)
  return rows[0]!.active
}

/** Locks listings. Locks in order of the ids to avoid deadlocks. */
export async function lockListings(db: Tx, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom('listings')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}
