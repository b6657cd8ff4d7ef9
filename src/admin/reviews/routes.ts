import { presentReview, readAnyReview, Review, ReviewParams } from '#catalog/reviews/index.ts'
import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { hideReview, showReview } from './index.ts'
import { HideReview } from './schema.ts'

const endpoint = endpointsOf('Reviews')

export const reviewModerationEndpoints = [
  endpoint({
    id: 'hideReview',
    method: 'POST',
    path: '/reviews/{id}/hide',
    effects: ['loss', 'text'],
    access: operates,
    summary: 'Hide a review, with a reason',
    params: ReviewParams,
    body: HideReview,
    answers: { 200: Review },
    handle: async (tx, actor, { params, body }) => {
      await hideReview(tx, actor, params.id, body.reason)
      return ok(presentReview(tx, await readAnyReview(tx, params.id)))
    },
  }),
  endpoint({
    id: 'unhideReview',
    method: 'POST',
    path: '/reviews/{id}/unhide',
    effects: ['text'],
    access: operates,
    summary: 'Show a hidden review again',
    params: ReviewParams,
    accepts: [],
    answers: { 200: Review },
    handle: async (tx, actor, { params }) => {
      await showReview(tx, actor, params.id)
      return ok(presentReview(tx, await readAnyReview(tx, params.id)))
    },
  }),
]
