import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

export type DayRow = { day: string; views: number; likes: number; offers: number; sales: number }

/**
 * Returns an owner's activity for each day from `first` to `last` (YYYY-MM-DD, UTC), including days without activity. Counts views of shops
 * and listings, likes that were not removed, offers made and orders paid.
 */
export async function dailySeries(
  db: Db,
  range: { ownerId: string; shopId: string | null; first: string; last: string },
): Promise<DayRow[]> {
  const { ownerId, shopId, first, last } = range
  const from = sql`(${first}::date::timestamp at time zone 'UTC')`
  const until = sql`((${last}::date + 1)::timestamp at time zone 'UTC')`
  const { rows } = await sql<DayRow>`
    with own as (select id from shops where owner_id = ${ownerId} and (${shopId}::text is null or id = ${shopId})),
    things as (select l.id from listings l join own on own.id = l.shop_id),
    happened as (
      select 'views' as what, c.day, c.count as count
        from (select id from own union all select id from things) s
        join daily_counts c on c.subject = s.id and c.kind = 'view' and c.day between ${first}::date and ${last}::date
      union all
      select 'likes', (k.created_at at time zone 'UTC')::date, 1
        from things join likes k on k.listing_id = things.id where k.created_at >= ${from} and k.created_at < ${until}
      union all
      select 'offers', (o.created_at at time zone 'UTC')::date, 1
        from own join offers o on o.shop_id = own.id where o.created_at >= ${from} and o.created_at < ${until}
      union all
      select 'sales', (o.paid_at at time zone 'UTC')::date, 1
        from own join orders o on o.shop_id = own.id where o.paid_at >= ${from} and o.paid_at < ${until}
    )
    select to_char(d.day, 'YYYY-MM-DD') as day,
           coalesce(sum(h.count) filter (where h.what = 'views'), 0)::bigint as views,
           coalesce(sum(h.count) filter (where h.what = 'likes'), 0)::bigint as likes,
           coalesce(sum(h.count) filter (where h.what = 'offers'), 0)::bigint as offers,
           coalesce(sum(h.count) filter (where h.what = 'sales'), 0)::bigint as sales
    from generate_series(${first}::date, ${last}::date, interval '1 day') as d(day)
    left join happened h on h.day = d.day::date
    group by d.day order by d.day`.execute(db)
  return rows
}
