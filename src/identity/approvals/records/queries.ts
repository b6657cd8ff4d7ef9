import { PUBLIC_TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#platform/db/index.ts'

export const RECORD_KINDS = [
  'shop',
  'whole shop',
  'listing',
  'sku',
  'offer',
  'invitation',
  'order',
  'hold',
  'purchase',
  'thread',
  'review',
  'question',
  'webhook',
  'address',
  'checkout',
  'order of checkout',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

type By = { id: string; accountId: string }

/**
 * Returns a digest of a record's relevant state as this account may see it, or null if the account may not see the record. Locks the shop,
 * the listing and the record, in this order, until the transaction ends. Excludes values that change by themselves (views, time of change),
 * and values that only the other party may know (a minimum price).
 */
export async function lockedVersion(db: Tx, kind: RecordKind, by: By): Promise<string | null> {
  for (const lock of LOCKS[kind](by)) await lock.execute(db)
  const { rows } = await VERSIONS[kind](by).execute(db)
  return rows[0]?.version ?? null
}

/** Like `lockedVersion`, but processes many listings with few SQL statements. */
export async function lockedListingVersions(db: Tx, ids: readonly string[], accountId: string): Promise<Map<string, string>> {
  const among = sql`any(${[...ids]}::text[])`
  await sql`select 1 from shops where id in (select shop_id from listings where id = ${among}) order by id for share`.execute(db)
  await sql`select 1 from listings where id = ${among} order by id for update`.execute(db)
  const { rows } = await sql<{ id: string; version: string }>`
    select x.id, md5((${listingVersion(accountId)} where l.id = x.id)::text) as version from listings x where x.id = ${among}`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

type Lock = RawBuilder<unknown>

const listingLocks = (listing: RawBuilder<unknown>): Lock[] => [
  sql`select 1 from shops where id = (select shop_id from listings where id = ${listing}) for share`,
  sql`select 1 from listings where id = ${listing} for update`,
]

const twoSided = (table: string, { id, accountId }: By) =>
  sql`from ${sql.table(table)} where id = ${id} and (buyer_id = ${accountId} or seller_id = ${accountId})`

/** Returns the statements that lock a record with two parties: first its listing, then the record itself. */
const onListing = (table: string, by: By): Lock[] => [
  ...listingLocks(sql`(select listing_id ${twoSided(table, by)})`),
  sql`select 1 ${twoSided(table, by)} for update`,
]

const invitationOf = ({ id, accountId }: By) => sql`from invitations i where i.id = ${id} and (i.account_id = ${accountId}
  or exists (select from invitation_recipients r where r.invitation_id = i.id and r.account_id = ${accountId}))`

const LOCKS: Readonly<Record<RecordKind, (by: By) => Lock[]>> = {
  shop: (by) => [sql`select 1 from shops where id = ${shopId(by)} for share`],
  // locks the shop for update, so that no listings are added until the transaction ends
  'whole shop': (by) => [
    sql`select 1 from shops where id = ${shopId(by)} and owner_id = ${by.accountId} for update`,
    sql`select 1 from listings where shop_id = ${shopId(by)} and owner_id = ${by.accountId} order by id for update`,
  ],
  listing: ({ id }) => listingLocks(sql`${id}`),
  sku: (by) => listingLocks(listingOfSku(by)),
  offer: (by) => onListing('offers', by),
  // locks the invitation first, then the row for the invited account
  invitation: ({ id, accountId }) => [
    ...listingLocks(sql`(select listing_id ${invitationOf({ id, accountId })})`),
    sql`select 1 from invitations where id = (select i.id ${invitationOf({ id, accountId })}) for update`,
    sql`select 1 from invitation_recipients where invitation_id = ${id} and account_id = ${accountId} for update`,
  ],
  order: (by) => {
    const [shop, listing, order] = onListing('orders', by) as [Lock, Lock, Lock]
    return [shop, listing, sql`select 1 from purchases where id = (select purchase_id ${twoSided('orders', by)}) for update`, order]
  },
  hold: (by) => onListing('holds', by),
  purchase: (by) => [
    sql`select 1 from listings where id in (select o.listing_id from orders o where o.purchase_id = (select id ${twoSided('purchases', by)}))
      order by id for update`,
    sql`select 1 ${twoSided('purchases', by)} for update`,
  ],
  thread: (by) => [sql`select 1 ${twoSided('threads', by)} for update`],
  review: ({ id, accountId }) => [sql`select 1 from reviews where id = ${id} and seller_id = ${accountId} for update`],
  question: ({ id, accountId }) => [
    sql`select 1 from listing_questions x join listings l on l.id = x.listing_id
      where x.id = ${id} and l.owner_id = ${accountId} for update of x`,
  ],
  address: ({ id, accountId }) => [sql`select 1 from addresses where id = ${id} and account_id = ${accountId} for update`],
  checkout: (by) => [
    sql`select 1 from checkouts where id = ${by.id} and account_id = ${by.accountId} for update`,
    sql`select 1 from shops where id in (select shop_id from listings where id in ${itemsOf(by)}) order by id for share`,
    sql`select 1 from listings where id in ${itemsOf(by)} order by id for update`,
  ],
  'order of checkout': (by) => [
    sql`select 1 from purchases where id = (select purchase_id from orders where id = ${orderOf(by)}) for update`,
    sql`select 1 from orders where id = ${orderOf(by)} for update`,
  ],
  webhook: ({ accountId }) => [sql`select 1 from webhooks where account_id = ${accountId} for update`],
}

/** Selects a shop by its slug. An empty slug selects the account's first shop, which gets new listings by default. */
const shopId = ({ id, accountId }: By) =>
  id === ''
    ? sql`(select id from shops where owner_id = ${accountId} order by created_at, id limit 1)`
    : sql`(select id from shops where slug = ${id})`

const itemsOf = ({ id, accountId }: By) => sql`(
  select coalesce(i.item ->> 'id', c.listing_id)
  from checkouts c left join lateral jsonb_array_elements(c.items) as i(item) on true
  where c.id = ${id} and c.account_id = ${accountId})`

const orderOf = ({ id, accountId }: By) => sql`(select order_id from checkouts where id = ${id} and account_id = ${accountId})`

const buyer = sql`(select a.name from accounts a where a.id = x.buyer_id)`

type Version = RawBuilder<{ version: string | null }>

const without = (alias: string, columns: readonly string[]) => sql`(to_jsonb(${sql.ref(alias)}) - ${[...columns]}::text[])`

const pictures = sql`(select jsonb_agg(jsonb_build_array(p.id, p.position, p.source, p.alt) order by p.position) from photos p where p.listing_id = l.id)`

const texts = sql.join(PUBLIC_TEXT_NAMES.map((name) => sql.ref(`l.${name}`)))

const ownListing = sql`jsonb_build_array(
  ${without('l', ['updated_at', 'prompt', 'research', 'search', 'in_market', 'shop_open', 'was_cents', 'reduced_at'])},
  ${pictures}, ${without('s', ['updated_at', 'picture', 'answer_questions'])})`

/** For the owner, includes the minimum price. For other accounts, includes only public fields. */
const listingVersion = (accountId: string) => sql`
  select case when l.owner_id = ${accountId}
    then ${ownListing}
    else jsonb_build_array(
      l.status, l.visibility, ${texts}, l.price_cents, l.shipping_cents, l.take_offers, l.fields,
      ${pictures}, s.slug, s.name, s.visibility, s.paused, s.ask_hold, s.bundle_tiers, s.bundle_shipping, s.ships_to)
    end
  from listings l join shops s on s.id = l.shop_id`

/** Returns an empty array for a checkout with a single listing, so that the listing's version does not include the bundle fields. */
const bundleVersion = (accountId: string) => sql`
  case when x.items is null then '[]'::jsonb else jsonb_build_array(x.discount_cents, (
    select jsonb_agg(jsonb_build_array(i.item, (${listingVersion(accountId)} where l.id = i.item ->> 'id')) order by i.nth)
    from jsonb_array_elements(x.items) with ordinality as i(item, nth))) end`

const listingOfSku = ({ id, accountId }: By) => sql`(select id from listings where owner_id = ${accountId} and sku = ${id})`

const shopVersion = (by: By): Version => sql`
  select md5((case when s.owner_id = ${by.accountId} then ${without('s', ['updated_at'])}
    else jsonb_build_array(s.slug, s.name, s.about, s.visibility, s.paused) end)::text) as version
  from shops s where s.id = ${shopId(by)}`

/**
 * Fields of an order that do not affect the deal when they change: fields that a payment sets (address, payment), fields that follow from a
 * status (payout), and fields for bookkeeping.
 */
const UNDECIDED = ['updated_at', 'code_tries', 'code_tries_from', 'remind_at', 'reminded_at', 'address', 'payment', 'payout']

const orderVersion = (id: RawBuilder<unknown>, accountId: string): Version => sql`
  select md5(concat(${without('x', UNDECIDED)}, ${buyer})) as version
  from orders x where x.id = ${id} and (x.buyer_id = ${accountId} or x.seller_id = ${accountId})`

const VERSIONS: Readonly<Record<RecordKind, (by: By) => Version>> = {
  shop: shopVersion,
  // excludes sold listings, because the request does not affect them, and listings can be sold while it waits
  'whole shop': (by) => sql`
    select md5(concat((${shopVersion(by)}), (
      select string_agg(one.version, ' ' order by one.id)
      from (select l.id, md5((${ownListing})::text) as version
        from listings l join shops s on s.id = l.shop_id
        where l.shop_id = ${shopId(by)} and l.owner_id = ${by.accountId} and l.status <> 'sold') as one))) as version`,
  listing: ({ id, accountId }) => sql`select md5((${listingVersion(accountId)} where l.id = ${id})::text) as version`,
  sku: (by) => sql`select md5((${listingVersion(by.accountId)} where l.id = ${listingOfSku(by)})::text) as version`,
  offer: ({ id, accountId }) => sql`
    select md5(jsonb_build_array(${without('x', ['updated_at'])}, ${buyer}, (${listingVersion(accountId)} where l.id = x.listing_id))::text) as version
    from offers x where x.id = ${id} and (x.buyer_id = ${accountId} or x.seller_id = ${accountId})`,
  // excludes the answers of the other invited people
  invitation: (by) => sql`
    select md5(jsonb_build_array(i.amount_cents, i.note, i.expires_at, i.ended_as, (${listingVersion(by.accountId)} where l.id = i.listing_id),
      (select r.answer from invitation_recipients r where r.invitation_id = i.id and r.account_id = ${by.accountId}))::text) as version
    ${invitationOf(by)}`,
  order: ({ id, accountId }) => orderVersion(sql`${id}`, accountId),
  hold: ({ id, accountId }) => sql`
    select md5(jsonb_build_array(${without('x', ['updated_at'])}, (${listingVersion(accountId)} where l.id = x.listing_id))::text) as version
    from holds x where x.id = ${id} and (x.buyer_id = ${accountId} or x.seller_id = ${accountId})`,
  purchase: ({ id, accountId }) => sql`
    select md5(concat(${without('x', ['updated_at'])}, ${buyer}, (
      select string_agg(${without('o', UNDECIDED)}::text, ' ' order by o.id) from orders o where o.purchase_id = x.id))) as version
    from purchases x where x.id = ${id} and (x.buyer_id = ${accountId} or x.seller_id = ${accountId})`,
  // includes the other party's last message, so that a new message invalidates a reply that waits for approval
  thread: ({ id, accountId }) => sql`
    select md5(jsonb_build_array(x.listing_title, x.shop_slug, x.shop_name, ${buyer},
      (select max(m.id) from messages m where m.thread_id = x.id and (m.sender = 'buyer') = (x.seller_id = ${accountId})))::text) as version
    from threads x where x.id = ${id} and (x.buyer_id = ${accountId} or x.seller_id = ${accountId})`,
  review: ({ id, accountId }) =>
    sql`select md5(to_jsonb(x)::text) as version from reviews x where x.id = ${id} and x.seller_id = ${accountId}`,
  question: ({ id, accountId }) => sql`
    select md5(jsonb_build_array(x.question, x.answer)::text) as version
    from listing_questions x join listings l on l.id = x.listing_id where x.id = ${id} and l.owner_id = ${accountId}`,
  address: ({ id, accountId }) => sql`
    select md5(${without('x', ['updated_at', 'is_default'])}::text) as version from addresses x where x.id = ${id} and x.account_id = ${accountId}`,
  // excludes the order that the approved request will create
  checkout: ({ id, accountId }) => sql`
    select md5((jsonb_build_array(x.offer_id, x.item_cents, x.shipping_cents, x.buyer, x.destination, x.webhook_url, x.cancelled_at,
      (${listingVersion(accountId)} where l.id = x.listing_id)) || ${bundleVersion(accountId)})::text) as version
    from checkouts x where x.id = ${id} and x.account_id = ${accountId}`,
  // compares the checkout's current order, so that a newer order is detected as a change
  'order of checkout': (by) => orderVersion(orderOf(by), by.accountId),
  webhook: ({ accountId }) => sql`
    select md5(jsonb_build_array(x.url, x.events, x.enabled, md5(x.secret))::text) as version from webhooks x where x.account_id = ${accountId}`,
}
