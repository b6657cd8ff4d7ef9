import type { Tenant } from '#core/tenant.ts'
import { sql, type Selectable } from 'kysely'
import type { MessagePhoto } from '#messaging/threads/rules/photos.ts'
import { UNFINISHED } from '#core/order-status.ts'
import type { Party } from '#core/party.ts'
import type { ListingStatus, EffectiveVisibility } from '#catalog/listings/rules/listing.ts'
import type { ShopVisibility } from '#catalog/browse/rules/market.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import { executeTogether } from '#platform/db/batch.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { EventInsert } from '#platform/events/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { buyerName } from '#platform/db/sides.ts'

export type MessageRow = Omit<Selectable<Tables['messages']>, 'photos'> & { photos: MessagePhoto[] | null }

export type NewThread = {
  id: string
  listing_id: string | null
  listing_title: string | null
  shop_id: string
  shop_slug: string
  shop_name: string
  seller_id: string
  buyer_id: string
  created_at: Date
  updated_at: Date
}

/** The parties and the subject of a thread. A thread without a listing is about the shop itself. */
export type ThreadKey = { listing_id: string | null; shop_id: string; buyer_id: string }

/**
 * Locks and returns a buyer's thread about a listing or shop. Creates the thread if necessary; concurrent callers wait and then get the
 * same thread.
 */
export async function openThread(db: Db, row: NewThread): Promise<ThreadRow> {
  const existing = await lockThreadOf(db, row)
  if (existing) return existing
  const begun = db.with('begun', (one) =>
    one
      .insertInto('threads')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .returningAll(),
  )
  // reads the inserted row, which this transaction has locked by inserting it
  const made = await threads(begun, 'begun').$castTo<ThreadRow>().executeTakeFirst()
  const thread = made ?? (await lockThreadOf(db, row))
  if (!thread) throw new Error('a conversation was neither found nor created')
  return thread
}

const lockThreadOf = (db: Db, key: ThreadKey): Promise<ThreadRow | undefined> => locked(db).where(keyed(key)).executeTakeFirst()

export const threadExists = async (db: Db, key: ThreadKey): Promise<boolean> =>
  (await db.selectFrom('threads as t').select('t.id').where(keyed(key)).executeTakeFirst()) !== undefined

/** Returns the conditions that select a thread by its key. Each variant matches a unique index of the table. */
const keyed = ({ listing_id, shop_id, buyer_id }: ThreadKey) =>
  listing_id === null
    ? sql<boolean>`(t.buyer_id = ${buyer_id} and t.listing_id is null and t.shop_id = ${shop_id})`
    : sql<boolean>`(t.buyer_id = ${buyer_id} and t.listing_id = ${listing_id})`

export const lockThread = (db: Tx, id: string): Promise<ThreadRow | undefined> => locked(db).where('t.id', '=', id).executeTakeFirst()

/** In one statement, appends a message to a locked thread, updates the thread and records an event. */
export const insertMessage = (db: Tx, row: MessageRow, marks: ThreadMarks, event: EventInsert | null): Promise<void> =>
  executeTogether(
    db,
    [
      db.insertInto('messages').values({ ...row, photos: row.photos && JSON.stringify(row.photos) }),
      db.updateTable('threads').set(marks).where('id', '=', row.thread_id),
    ],
    event,
  )

export const findMessage = (db: Db, id: string): Promise<MessageRow> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).$castTo<MessageRow>().executeTakeFirstOrThrow()

/** Returns the photos of a message in this thread, if any. */
export const findPhotos = async (db: Db, threadId: string, messageId: string): Promise<MessagePhoto[] | null | undefined> => {
  const row = await db
    .selectFrom('messages')
    .select('photos')
    .where('id', '=', messageId)
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
  return row?.photos as MessagePhoto[] | null | undefined
}

/** True if someone has reported the thread. Operators may then read it. */
export const isReported = async (db: Db, threadId: string): Promise<boolean> =>
  (await db.selectFrom('reports').select('id').where('thread_id', '=', threadId).limit(1).executeTakeFirst()) !== undefined

/** Changes to a thread after a new message or after the thread was read. Omitted fields stay unchanged. */
export type ThreadMarks = {
  updated_at?: Date
  seller_unread?: number
  buyer_unread?: number
  needs_owner?: boolean
  owner_wrote_at?: Date
}

export async function markThread(db: Db, id: string, marks: ThreadMarks): Promise<void> {
  await db.updateTable('threads').set(marks).where('id', '=', id).execute()
}

/** Listing or shop that a thread is about. It may be hidden. */
export type Subject = {
  listing_id: string | null
  listing_title: string | null
  listing_status: ListingStatus | null
  listing_visibility: EffectiveVisibility | null
  shop_id: string
  shop_slug: string
  shop_name: string
  shop_visibility: ShopVisibility
  shop_paused: boolean
  seller_id: string
  tenant: Tenant
}

export const listingSubject = (db: Db, listingId: string): Promise<Subject | undefined> =>
  db
    .selectFrom('shops as s')
    .innerJoin('listings as l', 'l.shop_id', 's.id')
    .where('l.id', '=', listingId)
    .select(['l.id as listing_id', 'l.title as listing_title', 'l.status as listing_status', 'l.visibility as listing_visibility'])
    .select(shopOfSubject)
    .$castTo<Subject>()
    .executeTakeFirst()

export const shopSubject = (db: Db, tenant: Tenant, slug: string): Promise<Subject | undefined> =>
  db
    .selectFrom('shops as s')
    .where('s.slug', '=', slug)
    .where('s.world', '=', tenant)
    .select((eb) => [
      eb.lit(null).as('listing_id'),
      eb.lit(null).as('listing_title'),
      eb.lit(null).as('listing_status'),
      eb.lit(null).as('listing_visibility'),
    ])
    .select(shopOfSubject)
    .$castTo<Subject>()
    .executeTakeFirst()

const shopOfSubject = [
  's.id as shop_id',
  's.slug as shop_slug',
  's.name as shop_name',
  's.visibility as shop_visibility',
  's.paused as shop_paused',
  's.owner_id as seller_id',
  's.world as tenant',
] as const

/** True if the buyer has an order for the thread's listing or, in a thread without a listing, for any item in the shop. */
export const hasOrdered = async (db: Db, { listing_id, shop_id, buyer_id }: ThreadKey): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyer_id)
    .$if(listing_id !== null, (q) => q.where('listing_id', '=', listing_id!))
    .$if(listing_id === null, (q) => q.where('shop_id', '=', shop_id))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** True if the buyer's order for the thread's listing is still in progress. */
export const hasOpenOrder = async (
  db: Db,
  { listing_id, buyer_id }: Pick<ThreadKey, 'listing_id' | 'buyer_id'>,
  now: Date,
): Promise<boolean> =>
  listing_id !== null &&
  (await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyer_id)
    .where('listing_id', '=', listing_id)
    .where('status', 'in', UNFINISHED)
    .where((eb) => eb.or([eb('status', '<>', 'awaiting_payment'), eb('pay_by', '>', now)]))
    .limit(1)
    .executeTakeFirst()) !== undefined

export const isClosed = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', accountId).where('closed_at', 'is not', null).executeTakeFirst()) !==
  undefined

/**
 * A thread with the names of its shop, listing and buyer. Names are current, except for a deleted shop or listing, or a listing that is a
 * draft again: these have their names from the start of the thread.
 */
export type ThreadRow = Selectable<Tables['threads']> & { buyer_name: string }

const threads = (db: Pick<Db, 'selectFrom'>, from: 'threads' | 'begun' = 'threads') =>
  db
    .selectFrom(`${from as 'threads'} as t`)
    .leftJoin('shops as s', 's.id', 't.shop_id')
    .leftJoin('listings as l', (join) => join.onRef('l.id', '=', 't.listing_id').on('l.status', '<>', 'draft'))
    .selectAll('t')
    .select((eb) => [
      buyerName('t'),
      eb.fn.coalesce('s.slug', 't.shop_slug').as('shop_slug'),
      eb.fn.coalesce('s.name', 't.shop_name').as('shop_name'),
      eb.fn.coalesce('l.title', 't.listing_title').as('listing_title'),
    ])

const locked = (db: Db) => threads(db).forUpdate('t').$castTo<ThreadRow>()

export const findThread = (db: Db, id: string): Promise<ThreadRow | undefined> =>
  threads(db).where('t.id', '=', id).$castTo<ThreadRow>().executeTakeFirst()

export type ThreadFilter = { accountId: string; parties: readonly Party[]; waiting: boolean; updatedAfter: Date | undefined }

/** Lists threads, latest activity first. */
export async function listThreads(db: Db, filter: ThreadFilter, { limit, offset }: Part): Promise<Paged<ThreadRow>> {
  const which = ofAccount(filter)
  return paged(
    db.selectFrom('threads as t').where(which),
    threads(db).where(which).orderBy('t.updated_at', 'desc').orderBy('t.id', 'desc').limit(limit).offset(offset).$castTo<ThreadRow>(),
  )
}

/** Filters threads by role. `waiting` selects unread threads and, for the seller, also threads that need the owner. */
const ofAccount = ({ updatedAfter, ...filter }: ThreadFilter) =>
  updatedAfter === undefined ? asParties(filter) : sql<boolean>`(${asParties(filter)} and t.updated_at > ${updatedAfter})`

const asParties = ({ accountId, parties, waiting }: Omit<ThreadFilter, 'updatedAfter'>) => {
  const buying = sql`t.buyer_id = ${accountId} ${waiting ? sql`and t.buyer_unread > 0` : sql``}`
  const selling = sql`t.seller_id = ${accountId} ${waiting ? sql`and (t.seller_unread > 0 or t.needs_owner)` : sql``}`
  if (parties.length === 2) return sql<boolean>`((${buying}) or (${selling}))`
  return sql<boolean>`(${parties[0] === 'buyer' ? buying : selling})`
}

export async function lastMessages(db: Db, threadIds: readonly string[]): Promise<Map<string, MessageRow>> {
  if (threadIds.length === 0) return new Map()
  const { rows } = await sql<MessageRow>`
    select m.* from unnest(${threadIds}::text[]) as t(id)
    cross join lateral (select * from messages where thread_id = t.id order by created_at desc, id desc limit 1) m`.execute(db)
  return new Map(rows.map((row) => [row.thread_id, row]))
}

/** Returns a page of messages, oldest first. The offset is counted back from the newest message. */
export async function listMessages(db: Db, threadId: string, { limit, offset }: Part): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<MessageRow>()
    .execute()
  return rows.toReversed()
}

/**
 * Facts that decide whether the shop agent answers. `text`: everything that the buyer has written since the last answer before the given
 * message, so that a "thanks" does not hide an earlier question. A helper's message about an offer is not an answer. `hasNewer`: true if
 * the buyer wrote again after the given message.
 */
export type AgentFacts = {
  text: string
  hasPhotos: boolean
  hasNewer: boolean
  hasReply: boolean
  answersQuestions: boolean
  brake: boolean
}

/**
 * Returns the facts about a buyer's message, or undefined if the message does not exist. `answersQuestions`: false if the shop was deleted.
 */
export const agentFacts = async (db: Db, threadId: string, messageId: string): Promise<AgentFacts | undefined> =>
  (
    await sql<AgentFacts>`
      select asked.text, asked.photos as "hasPhotos",
        exists (select from messages n where n.thread_id = m.thread_id and n.sender = 'buyer'
                and (n.created_at, n.id) > (m.created_at, m.id)) as "hasNewer",
        exists (select from messages r where r.in_reply_to = m.id) as "hasReply",
        coalesce(s.answer_questions and a.closed_at is null, false) as "answersQuestions",
        coalesce(r.brake, a.brake) as brake
      from messages m
      join threads t on t.id = m.thread_id
      join accounts a on a.id = t.seller_id
      cross join lateral (
        select string_agg(q.text, ' ' order by q.created_at, q.id) as text, bool_or(q.photos is not null) as photos from messages q
        where q.thread_id = m.thread_id and q.sender = 'buyer'
          and not exists (select from messages r where r.thread_id = m.thread_id and (r.sender = 'owner' or r.in_reply_to is not null)
                          and (r.created_at, r.id) > (q.created_at, q.id) and (r.created_at, r.id) < (m.created_at, m.id))) asked
      left join accounts r on r.id = a.sandbox_of
      left join shops s on s.id = t.shop_id
      where m.id = ${messageId} and m.thread_id = ${threadId} and m.sender = 'buyer'`.execute(db)
  ).rows[0]
