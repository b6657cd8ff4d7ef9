import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentDispute, presentListedDispute } from './present.ts'
import { DecideDispute, Dispute, DisputeParams, ListDisputes, ListedDispute, OfferDisputeReturn } from './schema.ts'
import * as disputes from './index.ts'

const endpoint = endpointsOf('Operator')

export const disputeEndpoints = [
  endpoint({
    id: 'listDisputes',
    method: 'GET',
    path: '/operator/disputes',
    access: operates,
    summary: 'List orders with a reported problem, oldest first',
    query: ListDisputes,
    answers: { 200: listOf(ListedDispute) },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await disputes.listDisputes(ctx, actor, query), query, (row) => presentListedDispute(ctx, row))),
  }),
  endpoint({
    id: 'getDispute',
    method: 'GET',
    path: '/operator/disputes/{id}',
    access: operates,
    summary: 'Get a dispute with its timeline and messages',
    params: DisputeParams,
    answers: { 200: Dispute },
    handle: async (ctx, actor, { params }) => ok(presentDispute(ctx, await disputes.readDispute(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'decideDispute',
    method: 'POST',
    path: '/operator/disputes/{id}/decide',
    effects: ['money', 'text'],
    access: operates,
    summary: 'Decide a dispute: full refund, partial refund with `amount`, or no refund; both sides receive the reason',
    params: DisputeParams,
    body: DecideDispute,
    answers: { 200: Dispute },
    handle: async (tx, actor, { params, body }) => ok(presentDispute(tx, await disputes.decideDispute(tx, actor, params.id, body))),
  }),
  endpoint({
    id: 'offerDisputeReturn',
    method: 'POST',
    path: '/operator/disputes/{id}/return',
    effects: ['money', 'text'],
    access: operates,
    summary: 'Offer the buyer a return in a dispute: after the return, the buyer gets a full refund',
    params: DisputeParams,
    body: OfferDisputeReturn,
    answers: { 200: Dispute },
    handle: async (tx, actor, { params, body }) => ok(presentDispute(tx, await disputes.offerDisputeReturn(tx, actor, params.id, body))),
  }),
]
