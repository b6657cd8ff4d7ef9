import type { Person, Core } from '#platform/context/index.ts'
import { buys, endpointsOf, ok, sells } from '#platform/http/endpoint.ts'
import { readPresentedOrder } from '#commerce/orders/index.ts'
import { approvalFor } from '#commerce/orders/approvals.ts'
import { ContestReturn, OfferReturn, Order, OrderParams, SendReturn } from '#commerce/orders/schema.ts'
import { approvalsToSend, describeAnswer, describeContest, describeOffer, describeReceiving, describeSending } from './approvals.ts'
import * as returns from './index.ts'

const endpoint = endpointsOf('Orders')

const shown = async (ctx: Core, actor: Person, id: string) => ok(await readPresentedOrder(ctx, actor, id))

export const returnEndpoints = [
  endpoint({
    id: 'offerReturn',
    method: 'POST',
    path: '/orders/{id}/return',
    effects: ['money', 'text'],
    access: sells,
    evenSuspended: true,
    summary: 'Offer a return to resolve a problem: the buyer sends the item back and gets a full refund',
    description:
      'Only for a shipped order with a reported problem, and once per order. The buyer has 3 days to answer; without an answer, the operator decides. The payout stays on hold.',
    approvalText: '`orders.refund`',
    params: OrderParams,
    body: OfferReturn,
    answers: { 200: Order },
    approvals: async ({ params, body }, ctx, actor) => approvalFor('orders.refund', await describeOffer(ctx, actor, params.id, body)),
    describeApproval: async (ctx, actor, { params, body }) => (await describeOffer(ctx, actor, params.id, body)).summary,
    handle: async (ctx, actor, { params, body }) => {
      await returns.offerReturn(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'agreeToReturn',
    method: 'POST',
    path: '/orders/{id}/return/agree',
    effects: ['money'],
    access: buys,
    guests: true,
    evenSuspended: true,
    summary: 'Agree to an offered return: you send the item back within 7 days',
    description: 'If you do not send the item by `send_by`, the operator decides.',
    approvalText: '`buying.confirm`',
    params: OrderParams,
    accepts: [],
    answers: { 200: Order },
    approvals: async ({ params }, ctx, actor) => approvalFor('buying.confirm', await describeAnswer(ctx, actor, params.id, 'agree')),
    describeApproval: async (ctx, actor, { params }) => (await describeAnswer(ctx, actor, params.id, 'agree')).summary,
    handle: async (ctx, actor, { params }) => {
      await returns.answerReturn(ctx, actor, params.id, 'agree')
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'declineReturn',
    method: 'POST',
    path: '/orders/{id}/return/decline',
    effects: ['money'],
    access: buys,
    guests: true,
    evenSuspended: true,
    summary: 'Decline an offered return: the operator then decides how to resolve the problem',
    approvalText: '`buying.confirm`',
    params: OrderParams,
    accepts: [],
    answers: { 200: Order },
    approvals: async ({ params }, ctx, actor) => approvalFor('buying.confirm', await describeAnswer(ctx, actor, params.id, 'decline')),
    describeApproval: async (ctx, actor, { params }) => (await describeAnswer(ctx, actor, params.id, 'decline')).summary,
    handle: async (ctx, actor, { params }) => {
      await returns.answerReturn(ctx, actor, params.id, 'decline')
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'sendReturn',
    method: 'POST',
    path: '/orders/{id}/return/send',
    effects: ['text'],
    access: buys,
    guests: true,
    evenSuspended: true,
    summary: 'Mark a returned item as sent, with its tracking number',
    description: 'After that, the order can end only with a full refund or by a decision of the operator.',
    approvalText: '`orders.ship`, and for `messages.send` if `carrier` is free text',
    params: OrderParams,
    body: SendReturn,
    answers: { 200: Order },
    approvals: ({ body }) => approvalsToSend(body),
    describeApproval: async (ctx, actor, { params }) => (await describeSending(ctx, actor, params.id)).summary,
    handle: async (ctx, actor, { params, body }) => {
      await returns.sendReturn(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'receiveReturn',
    method: 'POST',
    path: '/orders/{id}/return/received',
    effects: ['money'],
    access: sells,
    evenSuspended: true,
    summary: 'Mark a returned item as received: you then have 3 working days to check it',
    description: 'After `check_by`, the buyer gets a full refund, unless you contest the return first.',
    approvalText: '`orders.refund`',
    params: OrderParams,
    accepts: [],
    answers: { 200: Order },
    approvals: async ({ params }, ctx, actor) => approvalFor('orders.refund', await describeReceiving(ctx, actor, params.id)),
    describeApproval: async (ctx, actor, { params }) => (await describeReceiving(ctx, actor, params.id)).summary,
    handle: async (ctx, actor, { params }) => {
      await returns.receiveReturn(ctx, actor, params.id)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'contestReturn',
    method: 'POST',
    path: '/orders/{id}/return/contest',
    effects: ['text'],
    access: sells,
    evenSuspended: true,
    summary: 'Contest a returned item, with 1 to 6 photos as files or by URL: the operator decides',
    description: 'Possible until `check_by`. Without photos, the response is 400.',
    approvalText: '`messages.send`',
    params: OrderParams,
    body: ContestReturn,
    accepts: ['json', 'form', 'multipart'],
    answers: { 200: Order },
    files: { name: 'photos', many: true, description: 'Up to 6 photos of up to 10 MB each.' },
    approvals: () => [{ action: 'messages.send' }],
    describeApproval: (ctx, actor, { params, body }) => describeContest(ctx, actor, params.id, body),
    prepare: (ctx, actor, { params, body, files }) => returns.prepareContest(ctx, actor, params.id, body, files),
    handle: async (ctx, actor, { params, body }, photos) => {
      await returns.contestReturn(ctx, actor, params.id, body, photos)
      return shown(ctx, actor, params.id)
    },
  }),
]
