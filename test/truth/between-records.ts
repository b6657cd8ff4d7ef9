import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'
import { depositFor, HOLD_MS } from '#commerce/holds/rules.ts'
import { decide, type NegotiationInput } from '#commerce/negotiations/rules/negotiation.ts'
import { OFFER_OPEN_MS } from '#commerce/offers/rules.ts'

/**
 * A rule that relates several records: an SQL query or a function that finds records that violate it. The rules complement bin/audit.sql,
 * which checks each record alone. They were written to check the invented times in the demo data, but they apply to every database.
 */
type Rule = string | ((ctx: Context) => Promise<string[]>)

const CLOCK = `(select now() + offset_ms * interval '1 millisecond' from clock)`

/** Selects the actions of all accounts. Each row has the account, the time, and the listing or shop. */
const ACTIONS = `
  select 'like' as deed, l.account_id, l.listing_id, null::text as shop_id, l.created_at from likes l
  union all select 'follow', account_id, null, shop_id, created_at from follows
  union all select 'offer', buyer_id, listing_id, shop_id, created_at from offers
  union all select 'order', buyer_id, listing_id, shop_id, created_at from orders
  union all select 'hold', buyer_id, listing_id, shop_id, created_at from holds
  union all select 'thread', buyer_id, listing_id, shop_id, created_at from threads
  union all select 'message', case m.sender when 'buyer' then t.buyer_id else t.seller_id end, t.listing_id, t.shop_id, m.created_at
    from messages m join threads t on t.id = m.thread_id
  union all select 'review', buyer_id, listing_id, shop_id, created_at from reviews
  union all select 'report', account_id, listing_id, null, created_at from reports`

export const RULES: Readonly<Record<string, Rule>> = {
  'the key of an approval asks for its action, belongs to its account and is older': `select a.id from approvals a left join keys k on k.id = a.key_id
      where k.id is null or k.account_id <> a.account_id or k.created_at > a.created_at
        or not (a.actions <@ k.ask_first) or not (a.action = any (a.actions))`,
  'the key of an approval has the scope of its request, and the request can require approval': async (ctx) => {
    const rows = await ctx.db
      .selectFrom('approvals as a')
      .innerJoin('keys as k', 'k.id', 'a.key_id')
      .select(['a.id', 'a.request', 'k.scopes'])
      .execute()
    return rows.flatMap(({ id, request, scopes }) => {
      const endpoint = ctx.endpoints.get((request as { endpoint: string }).endpoint)
      const scope = endpoint && 'scope' in endpoint.access ? endpoint.access.scope : undefined
      return endpoint && (scope === undefined || scopes.includes(scope as string)) ? [] : [id]
    })
  },
  'a delivery was sent to an existing webhook': `select d.id from webhook_deliveries d left join webhooks w on w.account_id = d.account_id
      where w.account_id is null or w.created_at > d.created_at`,
  'the last attempt of a delivered webhook got a 2xx, and that of a failed one did not': `select id from webhook_deliveries
      where (status = 'delivered') <> (coalesce((attempts -> -1 ->> 'status')::int, 0) between 200 and 299) and status <> 'waiting'`,
  'the last response from a webhook is not older than the webhook': `select account_id from webhooks where (last_at is null) <> (last_status is null) or last_at < created_at`,
  'the record of an event exists, or an event reports its deletion': `with known as (
        select id from accounts union all select id from keys union all select id from shops union all select id from listings
        union all select id from offers union all select id from orders union all select id from holds union all select id from threads
        union all select id from messages union all select id from reviews union all select id from approvals union all select id from reports
        union all select id from money_cases union all select id from measures union all select id from appeals
        union all select id from research_runs union all select id from exports)
      select e.id, e.type from events e
      where e.data::jsonb -> 'object' ->> 'id' is not null
        and not exists (select from known k where k.id = e.data::jsonb -> 'object' ->> 'id')
        and not exists (select from events d where d.type like '%.deleted' and d.data::jsonb -> 'object' ->> 'id' = e.data::jsonb -> 'object' ->> 'id')`,
  'no record has a time in the future': `select * from (
        select 'event' as what, max(created_at) as at from events union all select 'message', max(created_at) from messages
        union all select 'step', max(at) from order_steps union all select 'offer', max(updated_at) from offers
        union all select 'listing', max(updated_at) from listings union all select 'like', max(created_at) from likes
        union all select 'review', max(greatest(created_at, replied_at)) from reviews) last
      where at > ${CLOCK}`,
  'no account acts before its account exists': `select d.deed, d.listing_id, d.account_id from (${ACTIONS}) d join accounts a on a.id = d.account_id where d.created_at < a.created_at`,
  'no action on a listing is older than its first publication': `select d.deed, l.id from (${ACTIONS}) d join listings l on l.id = d.listing_id
      where d.created_at < l.created_at
        or d.created_at < (select min(e.created_at) from events e
          where e.type = 'listing.published' and e.data::jsonb -> 'object' ->> 'id' = l.id)`,
  'no account likes, follows, reports or buys its own records': `select d.deed, d.listing_id, d.shop_id from (${ACTIONS}) d
      left join listings l on l.id = d.listing_id left join shops s on s.id = d.shop_id
      where d.deed <> 'message' and d.account_id in (l.owner_id, s.owner_id)`,
  'a shop is newer than its owner, and a listing is newer than its shop': `select s.id from shops s join accounts a on a.id = s.owner_id where s.created_at < a.created_at
      union all select l.id from listings l join shops s on s.id = l.shop_id where l.created_at < s.created_at or l.owner_id <> s.owner_id`,
  'a listing is created, published and sold in this order, and its minimum price is at most its price': `select id from listings
      where published_at < created_at or sold_at < created_at or (status = 'sold' and sold_at < published_at)
         or updated_at < greatest(created_at, published_at, sold_at) or lowest_price_cents > price_cents`,
  'a listing or shop has at least as many views as likes or followers': `with seen as (select subject, sum(count) as views from daily_counts where kind = 'view' group by subject)
      select l.id, count(*) as likes from likes k join listings l on l.id = k.listing_id left join seen s on s.subject = l.id
      group by l.id, s.views having count(*) > coalesce(s.views, 0)
      union all
      select f.shop_id, count(*) from follows f left join seen s on s.subject = f.shop_id
      group by f.shop_id, s.views having count(*) > coalesce(s.views, 0)`,
  'no view of a listing or shop is older than the record': `select d.subject, d.day from daily_counts d left join listings l on l.id = d.subject left join shops s on s.id = d.subject
      where d.kind = 'view' and d.day < (coalesce(l.created_at, s.created_at) at time zone 'UTC')::date`,
  'the steps of an order are in order of time, and none is older than the order': `select s.order_id from order_steps s join orders o on o.id = s.order_id
      where s.at < o.created_at
         or s.at < (select max(p.at) from order_steps p where p.order_id = s.order_id and p.position < s.position)
      union all select id from orders
      where paid_at < created_at or shipped_at < paid_at or delivered_at < coalesce(shipped_at, paid_at)
         or completed_at < coalesce(delivered_at, shipped_at, paid_at)`,
  'a shipped order has an address and a carrier': `select id from orders where not pickup and shipped_at is not null and (address is null or carrier is null)`,
  'a review comes after its order ended, from its buyer, within 30 days, and the reply follows': `select r.id from reviews r join orders o on o.id = r.order_id
      where r.buyer_id <> o.buyer_id or o.status not in ('completed', 'refunded')
         or r.created_at < (select max(at) from order_steps s where s.order_id = o.id and s.status = o.status)
         or r.created_at > (select max(at) from order_steps s where s.order_id = o.id and s.status = o.status) + interval '30 days'
         or r.replied_at < r.created_at`,
  'a payout comes only after its order ended': `select m.id from money_moves m join orders o on o.id = m.order_id
      where m.kind = 'payout' and m.created_at < (select max(at) from order_steps s where s.order_id = o.id and s.status = 'completed')`,
  'a sale has the listing price, an accepted offer, or a deposit that counts': `select o.id from orders o left join offers f on f.id = o.offer_id
      where (f.id is not null and f.created_at > o.created_at) or o.item_cents > (select max(p) from (
        select price_cents as p from listings where id = o.listing_id union all select f.listing_price_cents) prices)`,
  'the negotiator’s responses follow its rules': async (ctx) => {
    const rows = await ctx.db.selectFrom('negotiations').selectAll().execute()
    return rows.flatMap(({ offer_id, outcome, counter_cents, reasoning }) => {
      const made = decide((reasoning as { input: NegotiationInput }).input)
      return made.outcome === outcome && made.counterCents === counter_cents ? [] : [offer_id]
    })
  },
  'a counter lies between its offer and the price, and the thread contains its message': `select o.id from offers o
      where o.counter_cents is not null and (o.counter_cents <= o.amount_cents or o.counter_cents >= o.listing_price_cents
        or not exists (select from threads t join messages m on m.thread_id = t.id
          where t.listing_id = o.listing_id and t.buyer_id = o.buyer_id and m.sender in ('agent', 'owner') and m.created_at >= o.created_at))`,
  'an offer is open for 48 hours, and an expired one ended at its deadline': `select id from offers
      where (status = 'open' and expires_at - created_at <> interval '${OFFER_OPEN_MS} milliseconds')
         or (status = 'expired' and updated_at < expires_at)`,
  'a hold has the deposit for its price, and lasts 72 hours from payment': async (ctx) => {
    const { rows } = await sql<{ id: string; price_cents: number; deposit_cents: number; until: Date; updated_at: Date; status: string }>`
        select h.*, l.price_cents from holds h join listings l on l.id = h.listing_id`.execute(ctx.db)
    return rows
      .filter(
        ({ status, price_cents, deposit_cents, until, updated_at }) =>
          deposit_cents !== depositFor(price_cents) || (status === 'active' && until.getTime() !== updated_at.getTime() + HOLD_MS),
      )
      .map(({ id }) => id)
  },
  'a thread has the time of its last message, and unread messages are newer than the last message that the person has read': `select t.id from threads t
      where t.updated_at <> (select max(created_at) from messages m where m.thread_id = t.id)
         or t.seller_unread > (select count(*) from messages m where m.thread_id = t.id and m.sender = 'buyer' and m.created_at > coalesce(
              (select max(created_at) from messages w where w.thread_id = t.id and w.sender = 'owner' and exists (
                select from messages b where b.thread_id = t.id and b.sender = 'buyer' and b.created_at < w.created_at)), '-infinity'))`,
  'a helper replies after the question, and only where it is enabled': `select m.id from messages m left join messages q on q.id = m.in_reply_to join threads t on t.id = m.thread_id
      left join shops s on s.id = t.shop_id
      where m.in_reply_to is not null and (q.id is null or q.thread_id <> m.thread_id or q.sender <> 'buyer' or q.created_at >= m.created_at
        or (m.sender = 'agent' and not s.answer_questions))`,
  'a key is newer than its account, and was not used before its creation': `select k.id from keys k join accounts a on a.id = k.account_id where k.created_at < a.created_at or k.last_used_at < k.created_at`,
  // in one conversation, each message has a later time than the one before, so the time of a message may be slightly after that of its
  // event
  'an event is not older than its record': `select e.id, e.type from events e join (
        select id, created_at from listings union all select id, created_at from offers union all select id, created_at from orders
        union all select id, created_at from holds union all select id, created_at from reviews union all select id, created_at from messages) made
        on made.id = e.data::jsonb -> 'object' ->> 'id'
      where e.created_at < made.created_at - interval '1 second'`,
}

/** Returns the rules that were violated, each with the records that violate it. */
export async function broken(ctx: Context): Promise<{ name: string; records: unknown[] }[]> {
  const found: { name: string; records: unknown[] }[] = []
  for (const [name, rule] of Object.entries(RULES)) {
    const records: unknown[] = typeof rule === 'string' ? (await sql.raw(rule).execute(ctx.db)).rows : await rule(ctx)
    if (records.length > 0) found.push({ name, records })
  }
  return found
}
