import { endpoint, ok } from '#lib/http/endpoint.ts'
import { presentReview } from './present.ts'
import { ListReviews, ReviewPage, StoreReviewParams } from './schema.ts'
import * as reviews from './service.ts'

export const reviewEndpoints = [
  endpoint({
    id: 'listStoreReviews',
    method: 'GET',
    path: '/stores/{slug}/reviews',
    tag: 'Marketplace',
    access: { who: 'optional' },
    market: true,
    summary: "A store's public reviews, newest first",
    params: StoreReviewParams,
    query: ListReviews,
    answers: { 200: ReviewPage },
    handle: async (ctx, actor, { params, query }) => {
      const { rating, reviews: rows, nextCursor } = await reviews.listStoreReviews(ctx, actor, params.slug, query)
      return ok({
        object: 'list',
        rating,
        data: rows.map((row) => presentReview(ctx, row)),
        next_cursor: nextCursor,
        has_more: nextCursor !== null,
      })
    },
  }),
]
