import { buys, created, endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentExplanation } from '#commerce/negotiations/present.ts'
import { acceptOffer } from '#commerce/sale/accept-offer.ts'
import { declineOffer, withdrawOffer } from './decline.ts'
import {
  approvalsToAccept,
  approvalsToCounter,
  approvalsToDecline,
  approvalsToOffer,
  describeAcceptance,
  describeCounter,
  describeDecline,
  describeOffer,
} from './approvals.ts'
import { counterOffer } from './counter.ts'
import { makeOffer } from './make.ts'
import { presentOffer } from './present.ts'
import { AcceptOffer, CounterOffer, Explanation, ListOffers, MakeOffer, Offer, OfferParams } from './schema.ts'
import * as offers from './index.ts'

const endpoint = endpointsOf('Offers')
const selling = { who: 'person', scope: 'offers' } as const
/** Access for both parties to an offer, each of which needs a different scope (spec: completions 3). */
const either = { who: 'person', scope: ['offers', 'buying'] } as const

export const offerEndpoints = [
  endpoint({
    id: 'makeOffer',
    method: 'POST',
    path: '/offers',
    effects: ['money', 'text'],
    access: buys,
    summary: 'Make an offer on a listing',
    description:
      'An offer is open for 48 hours. A higher offer replaces your open one. More than 5 offers on one listing in 24 hours, including withdrawn ones, return 429. The response does not depend on the seller’s floor. For the rules that counteroffers follow, see [negotiation](/docs/negotiation).',
    approvalText: '`buying.offer`, and for `messages.send` if there is a note',
    body: MakeOffer,
    answers: { 201: Offer },
    approvals: ({ body }, ctx, actor) => approvalsToOffer(ctx, actor, body),
    describeApproval: (ctx, actor, { body }) => describeOffer(ctx, actor, body),
    handle: async (ctx, actor, { body }) => created(presentOffer(ctx, await makeOffer(ctx, actor, body))),
  }),
  endpoint({
    id: 'listOffers',
    method: 'GET',
    path: '/offers',
    access: reads,
    summary: 'List the offers that you received (`role=seller`) or made (`role=buyer`), or both without `role`, newest first',
    query: ListOffers,
    answers: { 200: listOf(Offer) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await offers.listOffers(ctx, actor, query), query, (row) => presentOffer(ctx, row))),
  }),
  endpoint({
    id: 'getOffer',
    method: 'GET',
    path: '/offers/{id}',
    access: reads,
    summary: 'Get an offer that you made or received',
    params: OfferParams,
    answers: { 200: Offer },
    handle: async (ctx, actor, { params }) => ok(presentOffer(ctx, (await offers.readOffer(ctx, actor, params.id)).row)),
  }),
  // the action itself checks the scope, which depends on the actor's role: `offers` for the seller, `buying` for the buyer
  endpoint({
    id: 'acceptOffer',
    method: 'POST',
    path: '/offers/{id}/accept',
    effects: ['money'],
    access: either,
    summary:
      'Accept an offer (as its seller, scope `offers`) or a counteroffer (as its buyer, scope `buying`); creates an order to be paid within 24 hours',
    description: 'The listing is reserved for the buyer during that time. No helper can call this.',
    approvalText: '`offers.accept` as the seller, or `buying.offer` as the buyer who accepts a counteroffer',
    params: OfferParams,
    body: AcceptOffer,
    answers: { 200: Offer },
    approvals: ({ params }, ctx, actor) => approvalsToAccept(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeAcceptance(ctx, actor, params.id),
    handle: async (ctx, actor, { params, body }) =>
      ok(presentOffer(ctx, await acceptOffer(ctx, actor, params.id, { expectedCents: body.expected_amount }))),
  }),
  endpoint({
    id: 'declineOffer',
    method: 'POST',
    path: '/offers/{id}/decline',
    effects: ['text'],
    access: either,
    summary: 'Decline an offer (as its seller, scope `offers`) or a counteroffer (as its buyer, scope `buying`)',
    approvalText: '`offers.decline` as the seller',
    params: OfferParams,
    accepts: [],
    answers: { 200: Offer },
    approvals: ({ params }, ctx, actor) => approvalsToDecline(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeDecline(ctx, actor, params.id),
    handle: async (ctx, actor, { params }) => ok(presentOffer(ctx, await declineOffer(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'counterOffer',
    method: 'POST',
    path: '/offers/{id}/counter',
    effects: ['money', 'text'],
    access: selling,
    summary: 'Counter an open offer with a higher amount; the buyer has 48 hours to answer',
    description: 'The amount must be above the offer and below the price.',
    approvalText: '`offers.counter`, and for `messages.send` if there is a note',
    params: OfferParams,
    body: CounterOffer,
    answers: { 200: Offer },
    approvals: ({ body }) => approvalsToCounter(body),
    describeApproval: (ctx, actor, { params, body }) => describeCounter(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => {
      const countered = await counterOffer(ctx, actor, params.id, { amountCents: body.amount, note: body.note ?? null, message: null })
      return ok(presentOffer(ctx, countered!))
    },
  }),
  endpoint({
    id: 'withdrawOffer',
    method: 'POST',
    path: '/offers/{id}/withdraw',
    effects: [],
    access: buys,
    summary: 'Withdraw an offer that you made',
    params: OfferParams,
    accepts: [],
    answers: { 200: Offer },
    handle: async (ctx, actor, { params }) => ok(presentOffer(ctx, await withdrawOffer(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'explainOffer',
    method: 'GET',
    path: '/offers/{id}/explain',
    access: reads,
    summary:
      'Explain to the seller how the negotiator decided: the rule, the inputs, the calculation, and how much a counteroffer reveals about the lowest price',
    description: 'Only the seller can read the explanation. For the rules, see [negotiation](/docs/negotiation).',
    params: OfferParams,
    answers: { 200: Explanation },
    handle: async (ctx, actor, { params }) => {
      const { row, made } = await offers.explainOffer(ctx, actor, params.id)
      return ok(presentExplanation(row.id, made))
    },
  }),
]
