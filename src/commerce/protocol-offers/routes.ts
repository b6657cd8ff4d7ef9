import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { withdrawOffer } from '#commerce/offers/decline.ts'
import { approvalsToOffer, describeOffer } from '#commerce/offers/approvals.ts'
import { listOffers, readOffer } from '#commerce/offers/index.ts'
import { makeOffer } from '#commerce/offers/make.ts'
import { notFound } from '#platform/errors/index.ts'
import { protocolOffer } from './present.ts'
import { BargainParams, OfferRequest, OffersOfItem, ProtocolAnswer } from './schema.ts'

const endpoint = endpointsOf('Open commerce')

/**
 * This service's offer extension to the Universal Commerce Protocol. It offers the same actions as `/v1/offers`. `src/ucp` mounts its
 * endpoints.
 */
export const protocolOfferEndpoints = [
  endpoint({
    id: 'proposeOffer',
    method: 'POST',
    path: '/offers',
    effects: ['money', 'text'],
    access: buys,
    summary: 'Make an offer on a listing; a higher offer replaces an open one',
    approvalText: '`buying.offer`, and for `messages.send` if there is a note',
    body: OfferRequest,
    answers: { 201: ProtocolAnswer },
    approvals: ({ body }, ctx, actor) => approvalsToOffer(ctx, actor, body),
    describeApproval: (ctx, actor, { body }) => describeOffer(ctx, actor, body),
    handle: async (ctx, actor, { body }) => created(protocolOffer(ctx, await makeOffer(ctx, actor, body))),
  }),
  endpoint({
    id: 'listOwnOffers',
    method: 'GET',
    path: '/offers',
    access: buys,
    summary: 'List the buyer’s offers on a listing, newest first',
    query: OffersOfItem,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { query }) => {
      const { rows } = await listOffers(ctx, actor, { role: 'buyer', listing: query.item, limit: 20, offset: 0 })
      return ok({ offers: rows.map((row) => protocolOffer(ctx, row)) })
    },
  }),
  endpoint({
    id: 'getOwnOffer',
    method: 'GET',
    path: '/offers/{id}',
    access: buys,
    summary: 'Get one of the buyer’s offers, with the seller’s counteroffer',
    params: BargainParams,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => {
      const { row, party } = await readOffer(ctx, actor, params.id)
      // only the buyer can use the protocol; the seller reads the offer through this service's own API
      if (party !== 'buyer') throw notFound('offer')
      return ok(protocolOffer(ctx, row))
    },
  }),
  endpoint({
    id: 'takeBackOffer',
    method: 'POST',
    path: '/offers/{id}/withdraw',
    effects: [],
    access: buys,
    summary: 'Withdraw an offer, which also declines any counteroffer',
    params: BargainParams,
    accepts: [],
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => ok(protocolOffer(ctx, await withdrawOffer(ctx, actor, params.id))),
  }),
]
