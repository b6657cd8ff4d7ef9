import type { Db } from '#lib/db/index.ts'

export type ReviewRow = {
  id: string
  rating: number
  body: string
  reviewer_name: string
  created_at: Date
  reply_body: string | null
  replied_at: Date | null
  listing_id: string
  listing_title: string
  listing_link: string
  shop_slug: string
  shop_name: string
}

/** Where the next page begins: after this review, going back in time. */
export type ReviewCursor = { createdAt: Date; id: string }

/**
 * A page of a shop's public reviews, newest first, one more than `limit` when there are more. There is no way to
 * write one yet, so there are none.
 */
export const storeReviews = async (
  _db: Db,
  _by: { shopId: string; rating: number | undefined; after: ReviewCursor | null; limit: number },
): Promise<ReviewRow[]> => []

/** Average and number of all public reviews of a shop; 0 and 0 without one. */
export const storeRating = async (_db: Db, _shopId: string): Promise<{ average: number; count: number }> => ({ average: 0, count: 0 })
