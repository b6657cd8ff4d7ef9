import type { Core } from '#platform/context/index.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { ListingOf, PersonRow, ReviewOf } from './queries.ts'

export const presentListedPerson = (row: PersonRow) => ({
  object: 'account' as const,
  id: row.id,
  name: row.name,
  email: row.email,
  operator: row.is_operator,
  brake: row.brake,
  suspended_at: row.suspended_at?.toISOString() ?? null,
  closed_at: row.closed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  shops: row.shops.map(({ id, slug, name, visibility, paused, suspended }) => ({ id, slug, name, visibility, paused, suspended })),
  counts: { live: row.live, sales: row.sales, purchases: row.purchases, open_reports: row.open_reports, disputes: row.disputes },
})

export const presentPerson = (ctx: Core, row: PersonRow, listings: readonly ListingOf[]) => ({
  ...presentListedPerson(row),
  listings: listings.map(({ id, title, status, hidden, shop_slug, link }) => ({
    id,
    title,
    status: status as ListingStatus,
    hidden,
    url: link && ctx.urls.listing(shop_slug, link),
  })),
})

export const presentOperatorReview = (row: ReviewOf) => ({
  object: 'review' as const,
  id: row.id,
  rating: row.rating,
  body: row.body,
  reply: row.reply_body,
  listing: { title: row.listing_title },
  shop: { name: row.shop_name },
  buyer: { id: row.buyer_id, name: row.buyer_name },
  hidden_at: row.hidden_at?.toISOString() ?? null,
  hidden_reason: row.hidden_reason,
  created_at: row.created_at.toISOString(),
})
