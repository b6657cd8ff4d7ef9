import { z } from 'zod'
import { integer } from '#platform/http/fields.ts'
import { count, kind } from '#platform/http/record-fields.ts'

/** Query of `GET /stats`. */
export const ReadStats = z.object({
  days: integer(1, 90).default(30).describe('Number of days up to and including today (UTC): 7, 30 or 90.'),
  shop: z.string().optional().describe('Slug of one of your shops. Defaults to all your shops together.'),
})
export type ReadStats = z.output<typeof ReadStats>

/** Activity by day (UTC), oldest first. `likes` excludes removed likes; `sales` are paid orders. */
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
      .describe('Sums of as many days before the first day. Null above 50 days, because older views are not stored by day.'),
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
  })
  .meta({ id: 'DailyStats' })
