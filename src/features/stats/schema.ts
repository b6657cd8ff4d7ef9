import { z } from 'zod'
import { integer } from '#lib/http/fields.ts'

/** Query of `GET /stats`. */
export const ReadStats = z.object({ days: integer(1, 90).default(30), shop: z.string().optional() })
export type ReadStats = z.output<typeof ReadStats>

/** What happened day by day, UTC, oldest first. `likes` are those that still stand, `sales` what was paid. */
export const DailyStats = z
  .object({
    object: z.literal('stats'),
    shop: z.string().nullable(),
    days: z.int(),
    data: z.array(z.object({ day: z.string(), views: z.int(), likes: z.int(), offers: z.int(), sales: z.int() })),
  })
  .meta({ id: 'DailyStats' })
