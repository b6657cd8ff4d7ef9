import { sql, type RawBuilder } from 'kysely'
import { OFFER_OPEN_MS } from '#commerce/offers/rules.ts'
import type { TaskRecord, TaskRole } from '#core/tasks.ts'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'

/** A record that may require an action from one of the roles. Times in `facts` and `more` are strings, as in JSON. */
export type TaskRow = {
  record: TaskRecord
  role: TaskRole
  id: string
  /** Time of the last change to the record's status. */
  since: Date
  title: string | null
  shop_slug: string | null
  shop_name: string | null
  /** Name of the other party to the record. */
  who: string | null
  cents: number | null
  facts: Record<string, unknown>
  more: Record<string, unknown>
}

const COUNTER_HOURS = OFFER_OPEN_MS / 3_600_000

type Part = { record: TaskRecord; role: TaskRole; limit: number }

/**
 * Builds the part of the `union all` for one kind of record. `columns` selects `since`, `title`, `shop_slug`,
 * `shop_name`, `who`, `cents`, `facts` and `more`. `rest` is the SQL from `from` to `order by`.
 */
const part = ({ record, role, limit }: Part, id: RawBuilder<unknown>, columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql`
  (select ${sql.lit(record)} as record, ${sql.lit(role)} as role, ${id} as id, ${columns} ${rest} limit ${limit})`

const joined = (parts: readonly RawBuilder<unknown>[]): RawBuilder<TaskRow> => sql<TaskRow>`${sql.join(parts, sql` union all `)}`

/**
 * Reads all records that may require an action from an account at `now` with one statement: at most `limit` of each kind, earliest deadline
 * first. `taskOf` later removes records without a task. `needsAccount` is true if the provider only pays out to payout accounts.
 */
export async function readTaskRows(
  db: Db,
  {
    accountId,
    now,
    reviewedAfter,
    needsAccount,
    limit,
  }: { accountId: string; now: Date; reviewedAfter: Date; needsAccount: boolean; limit: number },
): Promise<TaskRow[]> {
  const of = (record: TaskRecord, role: TaskRole): Part => ({ record, role, limit })
  const parts = [
    order(
      of('order', 'seller'),
      sql`o.seller_id = ${accountId} and o.status in ('paid', 'problem') order by least(o.cancel_by, o.ship_by, o.return_by), o.id`,
    ),
    order(
      of('order', 'buyer'),
      sql`o.buyer_id = ${accountId} and o.status in ('awaiting_payment', 'shipped', 'delivered', 'problem')
        order by coalesce(o.return_by, o.protect_until, o.pay_by), o.id`,
    ),
    order(
      of('order', 'buyer'),
      sql`o.buyer_id = ${accountId} and o.status in ('completed', 'refunded') and o.updated_at > ${reviewedAfter}
        and not exists (select from reviews r where r.order_id = o.id) order by o.updated_at, o.id`,
    ),
    offer(of('offer', 'seller'), sql`o.seller_id = ${accountId} and o.status = 'open' and o.expires_at > ${now}`),
    offer(of('offer', 'buyer'), sql`o.buyer_id = ${accountId} and o.status = 'countered' and o.expires_at > ${now}`),
    part(
      of('hold', 'buyer'),
      sql`h.id`,
      sql`h.updated_at as since, h.listing_title as title, s.slug as shop_slug, s.name as shop_name, s.name as who, h.deposit_cents as cents,
        jsonb_build_object('status', h.status, 'until', h.until) as facts, jsonb_build_object('listing_id', h.listing_id) as more`,
      sql`from holds h left join shops s on s.id = h.shop_id
        where h.buyer_id = ${accountId} and h.status in ('asked', 'active') and h.until > ${now} order by h.until, h.id`,
    ),
    part(
      of('approval', 'owner'),
      sql`a.id`,
      sql`a.created_at as since, a.summary as title, null as shop_slug, null as shop_name, k.name as who, a.amount_cents as cents,
        jsonb_build_object('status', a.status, 'expires_at', a.expires_at) as facts, '{}'::jsonb as more`,
      sql`from approvals a join keys k on k.id = a.key_id
        where a.account_id = ${accountId} and a.status = 'pending' and a.expires_at > ${now} order by a.expires_at, a.id`,
    ),
    moneyCase(of('money_case', 'seller'), sql`c.account_id = ${accountId} and c.closed_at is null order by c.due_by, c.id`),
    part(
      of('payout_account', 'seller'),
      sql`m.account_id`,
      sql`m.since, null as title, null as shop_slug, null as shop_name, null as who, m.cents,
        jsonb_build_object('owed', true, 'ready', coalesce(p.ready, false), 'stopped', exists (
          select from money_cases c where c.account_id = m.account_id and c.kind = 'account_stopped' and c.closed_at is null)) as facts,
        '{}'::jsonb as more`,
      sql`from (select account_id, min(created_at) as since, sum(amount_cents)::int as cents from money_moves
          where account_id = ${accountId} and kind = 'payout' and status = 'due' and ${needsAccount}::boolean group by account_id) m
        left join payout_accounts p on p.account_id = m.account_id`,
    ),
    thread(of('thread', 'seller'), sql`t.seller_id = ${accountId} and (t.seller_unread > 0 or t.needs_owner)`),
    thread(of('thread', 'buyer'), sql`t.buyer_id = ${accountId} and t.buyer_unread > 0`),
    part(
      of('webhook', 'owner'),
      sql`w.account_id`,
      sql`w.switched_off_at as since, w.url as title, null as shop_slug, null as shop_name, null as who, null::int as cents,
        jsonb_build_object('enabled', w.enabled, 'switched_off', true) as facts, '{}'::jsonb as more`,
      sql`from webhooks w where w.account_id = ${accountId} and not w.enabled and w.switched_off_at is not null`,
    ),
    part(
      of('listing', 'seller'),
      sql`l.id`,
      sql`l.updated_at as since, l.title, s.slug as shop_slug, s.name as shop_name, null as who, l.price_cents as cents,
        jsonb_build_object('status', l.status) as facts, '{}'::jsonb as more`,
      sql`from listings l join shops s on s.id = l.shop_id where l.owner_id = ${accountId} and l.status = 'draft'
        order by l.updated_at desc, l.id desc`,
    ),
  ]
  return (await joined(parts).execute(db)).rows
}

/** Returns the records that may require an action from the operator. */
export async function readOperatorRows(db: Db, limit: number): Promise<TaskRow[]> {
  const of = (record: TaskRecord): Part => ({ record, role: 'operator', limit })
  const parts = [
    order(of('order'), sql`o.status = 'problem' and ${ofMarket('o.seller_id')} order by o.updated_at, o.id`),
    moneyCase(of('money_case'), sql`c.closed_at is null order by c.due_by, c.created_at, c.id`),
    part(
      of('report'),
      sql`r.id`,
      sql`r.created_at as since, coalesce(l.title, t.listing_title, o.listing_title, s.name, t.shop_name, 'A listing') as title, null as shop_slug, null as shop_name, a.name as who, null::int as cents,
        jsonb_build_object('status', r.status) as facts, jsonb_build_object('reason', r.reason) as more`,
      sql`from reports r join accounts a on a.id = r.account_id left join listings l on l.id = r.listing_id
        left join threads t on t.id = r.thread_id left join orders o on o.id = r.order_id left join shops s on s.id = r.shop_id
        where r.status = 'open' and a.sandbox_of is null order by r.created_at, r.id`,
    ),
    part(
      of('appeal'),
      sql`p.id`,
      sql`p.created_at as since, m.subject_name as title, null as shop_slug, null as shop_name, a.name as who, null::int as cents,
        jsonb_build_object('answered', false) as facts, jsonb_build_object('kind', m.kind) as more`,
      sql`from appeals p join measures m on m.id = p.measure_id join accounts a on a.id = m.account_id
        where p.answered_at is null order by p.created_at, p.id`,
    ),
  ]
  return (await joined(parts).execute(db)).rows
}

/** Counts the conversations in which the account has unread messages, separately as seller and as buyer. */
export async function countUnread(db: Db, accountId: string): Promise<{ unread_threads: number; unread_as_buyer: number }> {
  const { rows } = await sql<{ unread_threads: number; unread_as_buyer: number }>`
    select (select count(*) from threads where seller_id = ${accountId} and seller_unread > 0) as unread_threads,
      (select count(*) from threads where buyer_id = ${accountId} and buyer_unread > 0) as unread_as_buyer`.execute(db)
  return rows[0]!
}

const order = (as: Part, where: RawBuilder<unknown>) =>
  part(
    as,
    sql`o.id`,
    sql`o.updated_at as since, o.listing_title as title, coalesce(s.slug, o.shop_slug) as shop_slug,
      coalesce(s.name, o.shop_name) as shop_name, ${as.role === 'buyer' ? sql`coalesce(s.name, o.shop_name)` : sql`b.name`} as who,
      o.item_cents + o.shipping_cents as cents,
      jsonb_build_object('status', o.status, 'payment', o.payment, 'pickup', o.pickup, 'deposit_cents', o.deposit_cents,
        'disputed_cents', o.disputed_cents, 'pay_by', o.pay_by, 'ship_by', o.ship_by, 'cancel_by', o.cancel_by,
        'protect_until', o.protect_until, 'return_status', o.return_status, 'return_by', o.return_by, 'answered', o.problem ->> 'answer' is not null, 'offered', o.problem ->> 'offered_cents' is not null,
        'ended_at', case when o.status in ('completed', 'refunded') then
          coalesce((select max(at) from order_steps p where p.order_id = o.id and p.status = o.status), o.completed_at, o.updated_at) end,
        'reviewed', exists (select from reviews r where r.order_id = o.id)) as facts,
      jsonb_build_object('listing_id', o.listing_id, 'shipping_cents', o.shipping_cents, 'status', o.status, 'ship_by', o.ship_by, 'buyer_name', b.name,
        'offered_cents', (o.problem ->> 'offered_cents')::int, 'reason', o.problem ->> 'reason') as more`,
    sql`from orders o join accounts b on b.id = o.buyer_id left join shops s on s.id = o.shop_id where ${where}`,
  )

const offer = (as: Part, where: RawBuilder<unknown>) =>
  part(
    as,
    sql`o.id`,
    sql`o.updated_at as since, o.listing_title as title, coalesce(s.slug, o.shop_slug) as shop_slug,
      coalesce(s.name, o.shop_name) as shop_name, ${as.role === 'buyer' ? sql`coalesce(s.name, o.shop_name)` : sql`b.name`} as who,
      ${as.role === 'buyer' ? sql`least(o.counter_cents, o.listing_price_cents)` : sql`o.amount_cents`} as cents,
      jsonb_build_object('status', o.status, 'expires_at', o.expires_at) as facts,
      jsonb_build_object('status', o.status, 'amount_cents', o.amount_cents, 'note', o.note, 'counter_cents', o.counter_cents,
        'counter_note', o.counter_note, 'counter_by', o.counter_by, 'expires_at', o.expires_at, 'created_at', o.created_at,
        'listing_id', o.listing_id, 'listing_price_cents', o.listing_price_cents, 'buyer_name', b.name) as more`,
    sql`from offers o join accounts b on b.id = o.buyer_id left join shops s on s.id = o.shop_id where ${where} order by o.expires_at, o.id`,
  )

const moneyCase = (as: Part, where: RawBuilder<unknown>) =>
  part(
    as,
    sql`c.id`,
    sql`c.created_at as since, coalesce(o.listing_title, h.listing_title) as title, null as shop_slug, null as shop_name, a.name as who,
      c.amount_cents as cents,
      jsonb_build_object('case', c.kind, 'closed', c.closed_at is not null, 'stage', c.stage, 'due_by', c.due_by,
        'tellable', coalesce(o.status = 'problem' and o.problem ->> 'answer' is null, false)) as facts,
      jsonb_build_object('kind', c.kind, 'order_id', c.order_id) as more`,
    sql`from money_cases c left join orders o on o.id = c.order_id left join holds h on h.id = c.hold_id
      left join accounts a on a.id = coalesce(c.account_id, o.seller_id, h.seller_id) where ${where}`,
  )

/**
 * True if all unread messages for the buyer in thread `t` only announce counteroffers: either a helper wrote the message and there is no
 * question, or the message belongs to the owner's counteroffer.
 */
const ONLY_COUNTERS = sql`not exists (
  select from (
    select sender, in_reply_to, needs_owner, created_at from messages
    where thread_id = t.id and sender <> 'buyer' order by created_at desc, id desc limit t.buyer_unread) u
  where not (u.sender = 'agent' and u.in_reply_to is null and not u.needs_owner)
    and not (u.sender = 'owner' and exists (
      select from offers o where o.listing_id = t.listing_id and o.buyer_id = t.buyer_id and o.counter_by = 'owner'
        and o.counter_expires_at - ${COUNTER_HOURS}::int * interval '1 hour' between u.created_at - interval '5 s' and u.created_at + interval '1 s')))`

// a helper's message about an offer does not count as an answer to the buyer's question
const thread = (as: Part, where: RawBuilder<unknown>) =>
  part(
    as,
    sql`t.id`,
    sql`t.updated_at as since, coalesce(t.listing_title, s.name, t.shop_name) as title, coalesce(s.slug, t.shop_slug) as shop_slug,
      coalesce(s.name, t.shop_name) as shop_name, ${as.role === 'buyer' ? sql`coalesce(s.name, t.shop_name)` : sql`b.name`} as who,
      null::int as cents,
      jsonb_build_object('seller_unread', t.seller_unread, 'buyer_unread', t.buyer_unread, 'needs_owner', t.needs_owner,
        'unanswered', q.sender = 'buyer', 'only_counters', ${as.role === 'buyer' ? ONLY_COUNTERS : sql`false`}) as facts,
      jsonb_build_object('sender', m.sender, 'text', left(m.text, 200), 'photos', m.photos, 'needs_owner', t.needs_owner) as more`,
    sql`from threads t join accounts b on b.id = t.buyer_id left join shops s on s.id = t.shop_id
      left join lateral (select sender, text, coalesce(jsonb_array_length(photos), 0) as photos from messages where thread_id = t.id order by created_at desc, id desc limit 1) m on true
      left join lateral (select sender from messages where thread_id = t.id and (sender in ('buyer', 'owner') or in_reply_to is not null)
        order by created_at desc, id desc limit 1) q on true
      where ${where} order by t.updated_at, t.id`,
  )
