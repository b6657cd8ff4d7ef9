import { z } from 'zod'
import { integer, text, timestamp } from '#platform/http/fields.ts'
import { count, id, idParams, kind, link, ListingRef, ShopRef, shopSlug } from '#platform/http/record-fields.ts'

/** Schema of a review (spec: interface, review). */
export const Review = z
  .object({
    object: kind('review'),
    id: id('review'),
    rating: z.int().describe('Rating in stars, from 1 to 5.'),
    body: z.string().describe('Text of the review; may be empty.'),
    from: z.string().describe('First name of the buyer.'),
    created_at: timestamp('Time of the review, ISO 8601, UTC.'),
    reply: z
      .object({ body: z.string().describe('Text of the reply.'), created_at: timestamp('Time of the reply, ISO 8601, UTC.') })
      .nullable()
      .describe('The seller’s reply; null if there is none.'),
    listing: ListingRef.extend({ url: link('Public URL of the listing.') })
      .meta({ id: 'ReviewedListing' })
      .describe('Reviewed listing.'),
    shop: ShopRef.describe('Shop of the listing.'),
  })
  .meta({ id: 'Review' })

export const ReviewPage = z
  .object({
    object: kind('list'),
    rating: z
      .object({ average: z.number().describe('Average rating in stars; 0 if there are no reviews.'), count: count('Number of reviews.') })
      .describe('Rating of the shop.'),
    data: z.array(Review).describe('Reviews on this page, newest first.'),
    next_cursor: z.string().nullable().describe('Value to send as `cursor` for the next page; null on the last page.'),
    has_more: z.boolean().describe('Whether more reviews follow this page.'),
  })
  .meta({ id: 'ReviewPage' })

export const StoreReviewParams = z.object({ slug: shopSlug() })

export const ListReviews = z.object({
  rating: integer(1, 5).optional().describe('Filter by rating: number of stars.'),
  limit: integer(1, 50).default(10).describe('Number of reviews to return.'),
  cursor: z.string().optional().describe('The `next_cursor` of the previous page.'),
})
export type ListReviews = z.infer<typeof ListReviews>

export const OrderParams = idParams('order')
export const ReviewParams = idParams('review')

/** Body of a new review. `body` may be empty, because the stars alone are informative (spec: completions 8). */
export const WriteReview = z.object({
  rating: integer(1, 5).describe('Stars.'),
  body: text(0, 2000).default('').describe('Text of the review. It is public.'),
})
export type WriteReview = z.infer<typeof WriteReview>

export const ReplyToReview = z.object({ body: text(1, 2000).describe('Text of the reply. It is public.') })
export type ReplyToReview = z.infer<typeof ReplyToReview>
