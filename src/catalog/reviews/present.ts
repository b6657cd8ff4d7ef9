import type { Core } from '#platform/context/index.ts'
import { signature } from './rules.ts'
import type { ReviewRow } from './queries.ts'

/** Builds the API view of a review. The view shows only the reviewer's first name (spec: interface, review). */
export const presentReview = (ctx: Core, row: ReviewRow) => ({
  object: 'review' as const,
  id: row.id,
  rating: row.rating,
  body: row.body,
  from: signature(row.reviewer_name, row.reviewer_closed),
  created_at: row.created_at.toISOString(),
  reply: row.reply_body === null || row.replied_at === null ? null : { body: row.reply_body, created_at: row.replied_at.toISOString() },
  listing: { id: row.listing_id, title: row.listing_title, url: ctx.urls.listing(row.shop_slug, row.listing_link, row.tenant) },
  shop: { slug: row.shop_slug, name: row.shop_name },
})
