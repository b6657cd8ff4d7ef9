import { sql, type Selectable } from 'kysely'
import type { OfferStatus } from '#commerce/offers/rules.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Input for a decision on an offer. It includes the minimum price, which only the calculation and the owner may see. */
export type OfferOnTable = {
  offer_id: string
  listing_id: string
  seller_id: string
  status: OfferStatus
  expires_at: Date
  amount_cents: number
  title: string | null
  listing_status: ListingStatus | null
  take_offers: boolean | null
  price_cents: number | null
  lowest_price_cents: number | null
  lowest_percent: number | null
  haggle: boolean | null
  brake: boolean
  suspended_at: Date | null
  closed_at: Date | null
  last_counter_cents: number | null
}

/** Returns offers with the current listing, shop and account. Any of these can have been deleted. */
export async function findOnTables(db: Db, offerIds: readonly string[]): Promise<OfferOnTable[]> {
  const { rows } = await sql<OfferOnTable>`
    select o.id as offer_id, o.listing_id, o.seller_id, o.status, o.expires_at, o.amount_cents,
           l.title, l.status as listing_status, l.take_offers, l.price_cents, l.lowest_price_cents,
           s.lowest_percent, s.haggle, coalesce(r.brake, a.brake) as brake, coalesce(r.suspended_at, a.suspended_at) as suspended_at, a.closed_at,
           (select p.counter_cents from offers p
            where p.listing_id = o.listing_id and p.buyer_id = o.buyer_id and p.id <> o.id and p.counter_cents is not null
            order by p.created_at desc, p.id desc limit 1) as last_counter_cents
    from offers o
    join accounts a on a.id = o.seller_id
    left join accounts r on r.id = a.sandbox_of
    left join listings l on l.id = o.listing_id
    left join shops s on s.id = l.shop_id
    where o.id = any(${offerIds})`.execute(db)
  return rows
}

/**
 * Takes a shared lock on the account row, so that the brake (pause all helpers) cannot change until the transaction ends. For a test
 * account, also locks its owner's row, because the owner's brake applies.
 */
export async function holdAccount(db: Db, accountId: string): Promise<void> {
  await sql`
    select from accounts where id in (select unnest(array[id, sandbox_of]) from accounts where id = ${accountId}) order by id for share`.execute(
    db,
  )
}

export async function lockListing(db: Tx, id: string): Promise<void> {
  await db.selectFrom('listings').select('id').where('id', '=', id).forUpdate().execute()
}

export type NegotiationRow = Selectable<Tables['negotiations']>

/** Inserts a decision on an offer, unless there already is one. */
export async function insertNegotiation(db: Db, row: Omit<NegotiationRow, 'reasoning'> & { reasoning: unknown }): Promise<void> {
  await db
    .insertInto('negotiations')
    .values({ ...row, reasoning: JSON.stringify(row.reasoning) })
    .onConflict((conflict) => conflict.column('offer_id').doNothing())
    .execute()
}

export const findNegotiations = (db: Db, offerIds: readonly string[]): Promise<NegotiationRow[]> =>
  db
    .selectFrom('negotiations')
    .selectAll()
    .where('offer_id', '=', sql<string>`any(${offerIds})`)
    .execute()

export const findNegotiation = (db: Db, offerId: string): Promise<NegotiationRow | undefined> =>
  db.selectFrom('negotiations').selectAll().where('offer_id', '=', offerId).executeTakeFirst()
