import { buys, created, endpointsOf, ok, type ApprovalRequirement } from '#platform/http/endpoint.ts'
import { presentReview } from './present.ts'
import { ListReviews, OrderParams, ReplyToReview, Review, ReviewPage, ReviewParams, StoreReviewParams, WriteReview } from './schema.ts'
import * as reviews from './index.ts'
import * as writing from './write.ts'

const endpoint = endpointsOf('Reviews')
const marketEndpoint = endpointsOf('Marketplace')

const WRITES: ApprovalRequirement[] = [{ action: 'messages.send' }]

export const reviewEndpoints = [
  marketEndpoint({
    id: 'listStoreReviews',
    method: 'GET',
    path: '/stores/{slug}/reviews',
    access: { who: 'optional' },
    market: true,
    summary: 'List the public reviews of a store, newest first',
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
  endpoint({
    id: 'writeReview',
    method: 'POST',
    path: '/orders/{id}/review',
    effects: ['text'],
    access: buys,
    summary: 'Review your order, once, within 30 days after it ends',
    approvalText: '`messages.send`',
    params: OrderParams,
    body: WriteReview,
    accepts: ['json', 'form'],
    answers: { 201: Review },
    approvals: () => WRITES,
    describeApproval: async (ctx, actor, { params, body }) => writing.describeReview(ctx, actor, params.id, body),
    handle: async (tx, actor, { params, body }) => created(presentReview(tx, await writing.writeReview(tx, actor, params.id, body))),
  }),
  endpoint({
    id: 'replyToReview',
    method: 'POST',
    path: '/reviews/{id}/reply',
    effects: ['text'],
    access: { who: 'person', scope: 'messages' },
    summary: 'Reply once to a review of your shop',
    approvalText: '`messages.send`',
    params: ReviewParams,
    body: ReplyToReview,
    accepts: ['json', 'form'],
    answers: { 201: Review },
    approvals: () => WRITES,
    describeApproval: (ctx, actor, { params, body }) => writing.describeReply(ctx, actor, params.id, body),
    handle: async (tx, actor, { params, body }) => created(presentReview(tx, await writing.replyToReview(tx, actor, params.id, body))),
  }),
]
