import { z } from 'zod'
import { integer, text, timestamp } from '#platform/http/fields.ts'
import { count, id, idParams, kind, link, ListingRef, ShopRef, shopSlug } from '#platform/http/record-fields.ts'

/** interface, review. */
export const Review = z
  .object({
    object: kind('review'),
    id: id('review'),
    rating: z.int().describe('Stars, 1 to 5.'),
    body: z.string().describe('What the buyer wrote; may be empty.'),
    from: z.string().describe('First name of the buyer.'),
    created_at: timestamp('When it was written.'),
    reply: z
      .object({ body: z.string().describe('What the seller replied.'), created_at: timestamp('When the seller replied.') })
      .nullable()
      .describe('The seller’s reply; null without one.'),
    listing: ListingRef.extend({ url: link('Public address of the listing.') })
      .meta({ id: 'ReviewedListing' })
      .describe('What was bought.'),
    shop: ShopRef.describe('Where it was bought.'),
  })
  .meta({ id: 'Review' })

export const ReviewPage = z
  .object({
    object: kind('list'),
    rating: z
      .object({ average: z.number().describe('Mean of the stars; 0 without reviews.'), count: count('How many reviews there are.') })
      .describe('The shop’s rating.'),
    data: z.array(Review).describe('The reviews, newest first.'),
    next_cursor: z.string().nullable().describe('What to send as `cursor` for the next page; null on the last.'),
    has_more: z.boolean().describe('Whether there are more after these.'),
  })
  .meta({ id: 'ReviewPage' })

export const StoreReviewParams = z.object({ slug: shopSlug() })

export const ListReviews = z.object({
  rating: integer(1, 5).optional().describe('Only reviews with that many stars.'),
  limit: integer(1, 50).default(10).describe('How many to answer with.'),
  cursor: z.string().optional().describe('The `next_cursor` of the page before.'),
})
export type ListReviews = z.infer<typeof ListReviews>

export const OrderParams = idParams('order')
export const ReviewParams = idParams('review')

/** completions 8: `body` may be empty, since stars say something too. */
export const WriteReview = z.object({
  rating: integer(1, 5).describe('Stars.'),
  body: text(0, 2000).default('').describe('What you have to say. Everybody can read it.'),
})
export type WriteReview = z.infer<typeof WriteReview>

export const ReplyToReview = z.object({ body: text(1, 2000).describe('Your reply. Everybody can read it.') })
export type ReplyToReview = z.infer<typeof ReplyToReview>
