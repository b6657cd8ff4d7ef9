import { z } from 'zod'
import { integer, timestamp } from '#lib/http/fields.ts'

/** interface, review. */
export const Review = z
  .object({
    object: z.literal('review'),
    id: z.string(),
    rating: z.int(),
    body: z.string(),
    from: z.string(),
    created_at: timestamp(),
    reply: z.object({ body: z.string(), created_at: timestamp() }).nullable(),
    listing: z.object({ id: z.string(), title: z.string(), url: z.string() }),
    shop: z.object({ slug: z.string(), name: z.string() }),
  })
  .meta({ id: 'Review' })

export const ReviewPage = z
  .object({
    object: z.literal('list'),
    rating: z.object({ average: z.number(), count: z.int() }),
    data: z.array(Review),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'ReviewPage' })

export const StoreReviewParams = z.object({ slug: z.string() })

export const ListReviews = z.object({
  rating: integer(1, 5).optional(),
  limit: integer(1, 50).default(10),
  cursor: z.string().optional(),
})
export type ListReviews = z.infer<typeof ListReviews>
