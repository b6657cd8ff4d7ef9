import { sql, type RawBuilder } from 'kysely'
import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import type { ListingStatus, EffectiveVisibility } from '#catalog/listings/rules/listing.ts'
import type { ShopVisibility } from '#catalog/browse/rules/market.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Db } from '#platform/db/index.ts'

/*
 * Queries for the shop agent. They never select the minimum price (`lowest_price`, `lowest_percent`), offers or other buyers' names, so
 * none of these can leak.
 */

export type Conversation = { thread_id: string; seller_id: string; buyer_id: string; shop_id: string; listing_id: string | null }

export const findConversation = (db: Db, threadId: string): Promise<Conversation | undefined> =>
  db
    .selectFrom('threads')
    .select(['id as thread_id', 'seller_id', 'buyer_id', 'shop_id', 'listing_id'])
    .where('id', '=', threadId)
    .executeTakeFirst()

const MOST_MESSAGES = 10

/**
 * Returns the buyer's unanswered messages up to and including this message, oldest first. A message that a helper sent about an offer does
 * not count as an answer.
 */
export async function unanswered(db: Db, messageId: string): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select q.id, q.text from messages q, messages m
    where m.id = ${messageId} and q.thread_id = m.thread_id and q.sender = 'buyer'
      and (q.created_at, q.id) <= (m.created_at, m.id)
      and not exists (select from messages r where r.thread_id = m.thread_id and (r.sender = 'owner' or r.in_reply_to is not null)
                      and (r.created_at, r.id) > (q.created_at, q.id) and (r.created_at, r.id) < (m.created_at, m.id))
    order by q.created_at desc, q.id desc limit ${MOST_MESSAGES}`.execute(db)
  return rows.toReversed()
}

export type AgentListingRow = {
  status: ListingStatus
  visibility: EffectiveVisibility
  title: string | null
  one_liner: string | null
  description: string | null
  fields: DetailLine[]
  price_cents: number | null
  shipping_cents: number | null
  take_offers: boolean
  shop_visibility: ShopVisibility
  shop_paused: boolean
}

export const findListing = (db: Db, listingId: string): Promise<AgentListingRow | undefined> =>
  db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select(['l.status', 'l.visibility', 'l.title', 'l.one_liner', 'l.description', 'l.fields'])
    .select(['l.price_cents', 'l.shipping_cents', 'l.take_offers', 's.visibility as shop_visibility', 's.paused as shop_paused'])
    .where('l.id', '=', listingId)
    .$castTo<AgentListingRow>()
    .executeTakeFirst()

export type ResearchFact = { label: string; value: string; about_model: boolean }

/** Returns the facts that the last research run found about the item. Omits prices, which buyers must not see. */
export async function researchFacts(db: Db, listingId: string): Promise<ResearchFact[]> {
  const { rows } = await sql<{ facts: ResearchFact[] | null }>`
    select result->'facts' as facts from research_runs
    where listing_id = ${listingId} and status = 'done' order by started_at desc, id desc limit 1`.execute(db)
  return rows[0]?.facts ?? []
}

const MOST_ANSWERS_READ = 60

const folded = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f\\u00ad\\u200b-\\u200f\\u2060\\ufeff]', '', 'g')`

/**
 * Returns the owner's messages to buyers, newest first, except to this buyer. Omits messages that contain part of their recipient's name.
 */
export async function ownerAnswers(db: Db, listingId: string, buyerId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select m.text from threads t
    join messages m on m.thread_id = t.id and m.sender = 'owner'
    where t.listing_id = ${listingId} and t.buyer_id <> ${buyerId} and m.text <> ''
      and not exists (select from accounts b, regexp_split_to_table(${folded(sql`b.name`)}, '\\s+') as part
                      where b.id = t.buyer_id and length(part) > 1 and position(part in ${folded(sql`m.text`)}) > 0)
    order by m.created_at desc, m.id desc limit ${MOST_ANSWERS_READ}`.execute(db)
  return rows.map(({ text }) => text)
}

export type ShopListingRow = { title: string; price_cents: number; link: string; slug: string; tenant: Tenant }

/** Returns the public listings in an open shop, newest first. */
export const shopListings = (db: Db, shopId: string): Promise<ShopListingRow[]> =>
  db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select(['l.title', 'l.price_cents', 'l.link', 's.slug', 's.world as tenant'])
    .where('l.shop_id', '=', shopId)
    .where('l.status', '=', 'live')
    .where('l.visibility', '=', 'everyone')
    .where('s.paused', '=', false)
    .where('s.visibility', '<>', 'private')
    .orderBy('l.published_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(40)
    .$castTo<ShopListingRow>()
    .execute()
