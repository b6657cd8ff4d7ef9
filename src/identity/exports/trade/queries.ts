import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { sql, type Selectable } from 'kysely'
import type { Party } from '#core/party.ts'
import type { Db, Tables } from '#platform/db/index.ts'
import { isOf } from '#platform/db/sides.ts'

// Threads, offers, orders and reviews of an account, read page by page in the order of their ids. The records include the other party's
// name, which the account's owner can see anyway, but never the other party's email address.

export type OwnedThread = {
  id: string
  role: Party
  listing_id: string | null
  listing_title: string | null
  shop_slug: string
  buyer: string
  created_at: Date
  /** `photos` contains the storage key of the largest file for each photo. */
  messages: { id: string; from: string; text: string; created_at: string; photos: string[] }[]
}

export const ownedThreads = async (db: Db, accountId: string, after: string, limit: number): Promise<OwnedThread[]> =>
  (
    await sql<OwnedThread>`
      select t.id, case when t.buyer_id = ${accountId} then 'buyer' else 'seller' end as role,
        t.listing_id, t.listing_title, t.shop_slug, b.name as buyer, t.created_at,
        (select coalesce(json_agg(json_build_object('id', m.id, 'from', m.sender, 'text', m.text, 'created_at', m.created_at,
             'photos', (select coalesce(json_agg(p -> 'variants' -> -1 ->> 'key'), '[]') from jsonb_array_elements(m.photos) p))
           order by m.created_at, m.id), '[]') from messages m where m.thread_id = t.id) as messages
      from threads t join accounts b on b.id = t.buyer_id
      where ${isOf('t', accountId)} and t.id > ${after}
      order by t.id limit ${limit}`.execute(db)
  ).rows

type PartyTable = 'reviews' | 'offers'

/** Returns a function that reads `columns` of all rows where the account is a party. Each row includes the account's role. */
const readAsParty =
  <T extends PartyTable, const C extends keyof Selectable<Tables[T]> & string>(table: T, columns: readonly C[]) =>
  async (db: Db, accountId: string, after: string, limit: number) =>
    (
      await sql<{ id: string; role: Party } & Pick<Selectable<Tables[T]>, C>>`
        select id, case when buyer_id = ${accountId} then 'buyer' else 'seller' end as role, ${sql.join(columns.map((name) => sql.ref(name)))}
        from ${sql.table(table)} where ${isOf(table, accountId)} and id > ${after} order by id limit ${limit}`.execute(db)
    ).rows

export const ownedReviews = readAsParty('reviews', [
  'order_id',
  'listing_id',
  'rating',
  'body',
  'reply_body',
  'replied_at',
  'hidden_at',
  'hidden_reason',
  'created_at',
])

export const ownedOffers = readAsParty('offers', [
  'listing_id',
  'listing_title',
  'listing_price_cents',
  'shop_slug',
  'amount_cents',
  'note',
  'status',
  'counter_cents',
  'counter_note',
  'counter_by',
  'closed_reason',
  'order_id',
  'expires_at',
  'created_at',
])

/** Reads the invitations that an account has sent or received. For received invitations, includes only the account's own answer. */
export const ownedInvitations = async (db: Db, accountId: string, after: string, limit: number) =>
  (
    await sql<OwnedInvitation>`
      select i.id, case when r.account_id is null then 'seller' else 'buyer' end as role, i.listing_id, i.amount_cents, i.note, r.answer,
        r.order_id, i.ended_as, case when r.account_id is null then i.sent end as sent, i.expires_at, i.created_at
      from invitations i left join invitation_recipients r on r.invitation_id = i.id and r.account_id = ${accountId}
      where (i.account_id = ${accountId} or r.account_id is not null) and i.id > ${after} order by i.id limit ${limit}`.execute(db)
  ).rows

export type OwnedInvitation = { id: string; role: Party; sent: number | null; answer: string | null } & Pick<
  Selectable<Tables['invitations']>,
  'listing_id' | 'amount_cents' | 'note' | 'ended_as' | 'expires_at' | 'created_at'
> &
  Pick<Selectable<Tables['invitation_recipients']>, 'order_id'>

export type OwnedOffer = Awaited<ReturnType<typeof ownedOffers>>[number]

/** Reads an account's orders with their timelines. Only the buyer's export contains the pickup code. */
export const ownedOrders = (db: Db, accountId: string, after: string, limit: number) =>
  db
    .selectFrom('orders as o')
    .selectAll('o')
    .select((eb) =>
      jsonArrayFrom(
        eb.selectFrom('order_steps as s').select(['s.at', 's.status', 's.by']).whereRef('s.order_id', '=', 'o.id').orderBy('s.position'),
      ).as('timeline'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('labels as l')
          .select(['l.id', 'l.status', 'l.carrier', 'l.service', 'l.amount_cents', 'l.tracking_number', 'l.created_at', 'l.voided_at'])
          .whereRef('l.order_id', '=', 'o.id')
          .orderBy('l.id'),
      ).as('labels'),
    )
    .where(isOf('o', accountId))
    .where('o.id', '>', after)
    .orderBy('o.id')
    .limit(limit)
    .execute()
export type OwnedOrder = Awaited<ReturnType<typeof ownedOrders>>[number]
