import { z } from 'zod'
import { integer } from '#platform/http/fields.ts'
import { count, kind } from '#platform/http/record-fields.ts'

/** Query of `GET /stats`. */
export const ReadStats = z.object({
  days: integer(1, 90).default(30).describe('How many days, the last of them today (UTC): 7, 30 or 90.'),
  shop: z.string().optional().describe('Slug of one shop. Without it, all of yours together.'),
})
export type ReadStats = z.output<typeof ReadStats>

/** By day, UTC, oldest first. `likes` not removed, `sales` paid. */
export const DailyStats = z
  .object({
    object: kind('stats'),
    shop: z.string().nullable().describe('Slug of the shop; null for all of yours together.'),
    days: count('How many days there are.'),
    data: z
      .array(
        z.object({
          day: z.string().describe('The day by UTC: `2026-11-21`.'),
          views: count('Views of listings and shop pages, each person once a day.'),
          likes: count('Likes of that day that still stand.'),
          offers: count('Offers that came in.'),
          sales: count('Orders that were paid.'),
        }),
      )
      .describe('One line for each day, oldest first.'),
  })
  .meta({ id: 'DailyStats' })
