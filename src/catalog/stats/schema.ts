import { z } from 'zod'
import { integer, timestamp } from '#platform/http/fields.ts'
import { ShopWithStats } from '#catalog/shops/schema.ts'
import { count, dollars, kind, ListingRef, shopSlug } from '#platform/http/record-fields.ts'
import { FUNNEL_STEPS } from './rules.ts'

/** Query of `GET /stats`. */
export const ReadStats = z.object({
  days: integer(1, 90).default(30).describe('Number of days up to and including today (UTC): 7, 30 or 90.'),
  shop: z.string().optional().describe('Slug of one of your shops. Defaults to all your shops together.'),
})
export type ReadStats = z.output<typeof ReadStats>

/** Activity by day (UTC), oldest first. `likes` excludes removed likes, and `sales` counts paid orders. */
export const DailyStats = z
  .object({
    object: kind('stats'),
    shop: z.string().nullable().describe('Slug of the shop; null for all your shops together.'),
    days: count('Number of days.'),
    before: z
      .object({
        views: count('Views of listings and shop pages.'),
        likes: count('Likes added and not removed since.'),
        offers: count('Offers received.'),
        sales: count('Orders paid.'),
      })
      .nullable()
      .describe('Sums of the preceding period of the same length. Null for more than 50 days, because older views are not stored by day.'),
    data: z
      .array(
        z.object({
          day: z.string().describe('Day in UTC: `2026-11-21`.'),
          views: count('Views of listings and shop pages, at most one per person per day.'),
          likes: count('Likes added on that day and not removed since.'),
          offers: count('Offers received on that day.'),
          sales: count('Orders paid on that day.'),
        }),
      )
      .describe('One entry per day, oldest first.'),
    funnel: z
      .array(
        z.object({
          step: z
            .enum(FUNNEL_STEPS)
            .describe(
              '`views` of listings and shop pages; `likes` added and not removed since; `contacts`: buyers who made an offer or started a conversation, once per listing; `orders` placed; `sold`: orders paid.',
            ),
          count: count('Number in the period.'),
          before: count('Number in the preceding period of the same length. Null for more than 50 days.').nullable(),
        }),
      )
      .describe(
        'Steps from a view to a sale, in order. Each step counts everything that happened in the period, so it does not follow the same people.',
      ),
    sells: z
      .array(
        z.object({
          category: z.string().nullable().describe('Category of the listings; null for listings without a category.'),
          sold: count('Orders paid in the period.'),
          median_days: z.number().nullable().describe('Median number of days from publication to payment; null if it is unknown.'),
          median_price: dollars('Median price paid for the item'),
        }),
      )
      .describe('Categories with the most orders paid in the period, at most 10, best first.'),
    stale: z
      .array(
        z.object({
          listing: ListingRef.describe('The listing.'),
          shop: shopSlug(),
          price: dollars('Price of the listing'),
          published_at: timestamp('Time of publication, ISO 8601, UTC.'),
          views: count('Views in the last 30 days.'),
          shop_median: z.number().describe('Median of this number over the live listings of the shop.'),
          likes: count('Number of likes.'),
        }),
      )
      .describe(
        'Listings that have been live for at least 30 days with at most half the median views of their shop. At most 20, least viewed first.',
      ),
    shops: z
      .array(ShopWithStats.pick({ slug: true, name: true, counts: true, stats: true }))
      .describe('Totals of each of your shops since it was opened, even if `shop` selects one shop.'),
  })
  .meta({ id: 'DailyStats' })
