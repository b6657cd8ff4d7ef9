import type { Context } from '#platform/context/index.ts'
import { dollarsOrNull } from '#core/money.ts'
import type { ReportDetail } from './queries.ts'

export const presentOperatorReport = (ctx: Context, row: ReportDetail) => ({
  object: 'report' as const,
  id: row.id,
  reason: row.reason,
  body: row.body,
  status: row.status,
  outcome: row.outcome,
  reporter: { id: row.account_id, name: row.reporter_name },
  listing: {
    id: row.listing_id,
    title: row.listing_title,
    status: row.listing_status,
    hidden: row.listing_hidden,
    price: dollarsOrNull(row.price_cents),
    photo: row.cover && ctx.urls.media(row.cover),
    url: row.listing_link && ctx.urls.listing(row.shop_slug, row.listing_link),
  },
  shop: { id: row.shop_id, slug: row.shop_slug, name: row.shop_name },
  owner: { id: row.owner_id, name: row.owner_name },
  open_about_it: row.open_about_it,
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
})
