import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Totals } from './rules.ts'

export type DayRow = Totals & { day: string }

/** An owner's shops, and the range of days from `first` to `last` (YYYY-MM-DD, UTC). */
export type Range = { ownerId: string; shopIds: readonly string[]; first: string; last: string }

const startOf = (day: string): RawBuilder<Date> => sql`(${day}::date::timestamp at time zone 'UTC')`
const endOf = (day: string): RawBuilder<Date> => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/**
 * Returns an owner's activity for each day, including days without activity. Removed likes do not count. `contacts` counts each buyer once
 * per listing or shop, on the day of the first offer or message. If that was before `since`, the buyer counts once more on the day of the
 * first contact after `since`.
 */
export async function dailySeries(db: Db, { ownerId, shopIds, first, last, since }: Range & { since: string }): Promise<DayRow[]> {
  const [from, until] = [startOf(first), endOf(last)]
  const { rows } = await sql<DayRow>`
    with own as (select unnest(${[...shopIds]}::text[]) as id),
    things as (select l.id from listings l join own on own.id = l.shop_id),
    made as (
      select o.buyer_id, o.listing_id as about, (o.created_at at time zone 'UTC')::date as day
        from own join offers o on o.shop_id = own.id where o.created_at >= ${from} and o.created_at < ${until}
    ),
    begun as (
      select t.buyer_id, coalesce(t.listing_id, t.shop_id) as about, (t.created_at at time zone 'UTC')::date as day
        from threads t join own on own.id = t.shop_id
        where t.seller_id = ${ownerId} and t.updated_at >= ${from} and t.created_at >= ${from} and t.created_at < ${until}
          and exists (select from messages m where m.thread_id = t.id and m.sender = 'buyer' and m.created_at < ${until})
    ),
    happened as (
      select 'views' as what, c.day, sum(c.count) as count
        from (select id from own union all select id from things) s
        join daily_counts c on c.subject = s.id and c.kind = 'view' and c.day between ${first}::date and ${last}::date
        group by c.day
      union all
      select 'likes', (k.created_at at time zone 'UTC')::date, 1
        from things join likes k on k.listing_id = things.id where k.created_at >= ${from} and k.created_at < ${until}
      union all
      select 'offers', day, 1 from made
      union all
      select 'contacts', min(day), 1
        from (select * from made union all select * from begun) c group by buyer_id, about, day >= ${since}::date
      union all
      select 'orders', (o.created_at at time zone 'UTC')::date, 1
        from own join orders o on o.shop_id = own.id
        where o.seller_id = ${ownerId} and o.created_at >= ${from} and o.created_at < ${until}
      union all
      select 'sales', (o.paid_at at time zone 'UTC')::date, 1
        from own join orders o on o.shop_id = own.id where o.paid_at >= ${from} and o.paid_at < ${until}
    )
    select to_char(d.day, 'YYYY-MM-DD') as day,
           coalesce(sum(h.count) filter (where h.what = 'views'), 0)::bigint as views,
           coalesce(sum(h.count) filter (where h.what = 'likes'), 0)::bigint as likes,
           coalesce(sum(h.count) filter (where h.what = 'offers'), 0)::bigint as offers,
           coalesce(sum(h.count) filter (where h.what = 'contacts'), 0)::bigint as contacts,
           coalesce(sum(h.count) filter (where h.what = 'orders'), 0)::bigint as orders,
           coalesce(sum(h.count) filter (where h.what = 'sales'), 0)::bigint as sales
    from generate_series(${first}::date, ${last}::date, interval '1 day') as d(day)
    left join happened h on h.day = d.day::date
    group by d.day order by d.day`.execute(db)
  return rows
}

export type CategoryRow = { category: string | null; sold: number; median_days: number | null; median_cents: number }

/**
 * Returns the categories with the most paid orders, highest number first. `median_days` is the median number of days from publication to
 * payment, without listings that were published again after the sale. It is null if there are no other listings.
 */
export async function soldByCategory(db: Db, { shopIds, first, last }: Range, limit: number): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select min(l.category) as category, count(*) as sold,
           percentile_cont(0.5) within group (order by extract(epoch from o.paid_at - l.published_at) / 86400)
             filter (where l.published_at <= o.paid_at) as median_days,
           percentile_cont(0.5) within group (order by o.item_cents) as median_cents
    from orders o left join listings l on l.id = o.listing_id
    where o.shop_id = any(${[...shopIds]}::text[]) and o.paid_at >= ${startOf(first)} and o.paid_at < ${endOf(last)}
    group by lower(l.category) order by sold desc, category nulls last limit ${limit}`.execute(db)
  return rows
}

export type UnseenRow = {
  id: string
  title: string
  shop_slug: string
  price_cents: number
  published_at: Date
  views: number
  likes: number
  shop_median: number
}

/**
 * Returns the live listings that were published no later than `before`. Sorts them by the ratio of their views to the shop's median, lowest
 * first, and then by age, oldest first. Counts views since the day `from`. `shop_median` is the median number of views per live listing in
 * the shop.
 */
export async function leastViewed(
  db: Db,
  { shopIds, from, before }: { shopIds: readonly string[]; from: string; before: Date },
  limit: number,
): Promise<UnseenRow[]> {
  const { rows } = await sql<UnseenRow>`
    with seen as (
      select subject, sum(count)::bigint as views from daily_counts where kind = 'view' and day >= ${from}::date
        and subject in (select id from listings where shop_id = any(${[...shopIds]}::text[]) and status = 'live')
      group by subject
    ),
    live as (
      select l.id, l.shop_id, l.published_at, coalesce(seen.views, 0) as views
      from listings l left join seen on seen.subject = l.id
      where l.shop_id = any(${[...shopIds]}::text[]) and l.status = 'live' and l.visibility <> 'hidden'
    ),
    usual as (select shop_id, percentile_cont(0.5) within group (order by views) as median from live group by shop_id),
    least as (
      select live.*, usual.median from live join usual using (shop_id)
      where live.published_at <= ${before}
      order by live.views / greatest(usual.median, 1), live.published_at, live.id limit ${limit}
    )
    select l.id, l.title, s.slug as shop_slug, l.price_cents, l.published_at, least.views, least.median as shop_median,
           (select count(*) from likes k where k.listing_id = l.id) as likes
    from least join listings l using (id) join shops s on s.id = l.shop_id
    order by least.views / greatest(least.median, 1), l.published_at, l.id`.execute(db)
  return rows
}
