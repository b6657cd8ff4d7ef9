import { z } from 'zod'
import { integer, text, timestamp } from '#lib/http/fields.ts'

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

export const OrderParams = z.object({ id: z.string() })
export const ReviewParams = z.object({ id: z.string() })

/** completions 8: `body` may be empty, since stars say something too. */
export const WriteReview = z.object({ rating: integer(1, 5), body: text(0, 2000).default('') })
export type WriteReview = z.infer<typeof WriteReview>

export const ReplyToReview = z.object({ body: text(1, 2000) })
export type ReplyToReview = z.infer<typeof ReplyToReview>

export const HideReview = z.object({ reason: text(1, 500) })
