import type { Context, Person, Core } from '#platform/context/index.ts'
import type { Caller } from '#catalog/browse/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import { cachedRow, type RowsOf } from '#catalog/browse/cache/rows.ts'
import { ofReviews } from '#catalog/browse/cache/subjects.ts'
import { presentReview } from './present.ts'
import * as queries from './queries.ts'
import type { ReviewCursor, ReviewRow } from './queries.ts'
import type { ListReviews } from './schema.ts'

export { presentReview } from './present.ts'
export { Review, ReviewParams } from './schema.ts'
export { hideReview, lockAnyReview, showReview } from './write.ts'

export type ReviewsPage = { rating: { average: number; count: number }; reviews: ReviewRow[]; nextCursor: string | null }

/** Returns a store's reviews, newest first (spec: interface, GET /stores/{slug}/reviews). Errors: 404, 400 `cursor`. */
export async function listStoreReviews(
  ctx: Context,
  actor: Caller,
  slug: string,
  { rating, limit, cursor }: ListReviews,
): Promise<ReviewsPage> {
  const { store } = await requireVisibleStore(ctx, actor, slug)
  const after = cursor === undefined ? null : readCursor(cursor)
  const [summary, rows] = await Promise.all([
    storeRating(ctx, store.id),
    queries.storeReviews(ctx.reads, { shopId: store.id, rating, after, limit: limit + 1 }),
  ])
  const reviews = rows.slice(0, limit)
  const last = reviews.at(-1)
  return { rating: summary, reviews, nextCursor: rows.length > limit && last ? writeCursor(last) : null }
}

const RATINGS: RowsOf<Rating & { shopId: string }> = { kind: 'rating', subjects: ({ shopId }) => ofReviews(shopId) }

type Rating = Awaited<ReturnType<typeof queries.storeRating>>

/** Returns a store's rating. The caller must check visibility. */
export async function storeRating(ctx: Context, shopId: string): Promise<Rating> {
  const { average, count } = await cachedRow(ctx, RATINGS, shopId, async () => ({
    shopId,
    ...(await queries.storeRating(ctx.reads, shopId)),
  }))
  return { average, count }
}

const writeCursor = ({ created_at, id }: ReviewRow): string => Buffer.from(`${created_at.getTime()} ${id}`).toString('base64url')

function readCursor(cursor: string): ReviewCursor {
  const [, time, id] = /^(\d{1,15}) (rev_[0-9a-z]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (time === undefined || id === undefined) throw invalid('cursor', 'cursor must be the next_cursor of the previous page.')
  return { createdAt: new Date(Number(time)), id }
}

/** Returns the review that the actor wrote about an order, or null if there is none. */
export async function readReviewOf(ctx: Core, actor: Person, orderId: string): Promise<ReturnType<typeof presentReview> | null> {
  const row = await queries.reviewOfOrder(ctx.db, orderId, actor.accountId)
  return row ? presentReview(ctx, row) : null
}

/** Returns a review, even if it is hidden. Errors: 404. */
export async function readAnyReview(ctx: Core, id: string): Promise<ReviewRow> {
  const row = await queries.findReview(ctx.db, id)
  if (!row) throw notFound('review')
  return row
}
