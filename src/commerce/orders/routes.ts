import { partyOf } from '#core/party.ts'
import type { Person, Core } from '#platform/context/index.ts'
import { buys, created, endpointsOf, ok, reads, sells } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { privateImage } from '#platform/http/private-image.ts'
import {
  approvalFor,
  approvalsToAnswer,
  approvalsToDeliver,
  approvalsToShip,
  describeAnswering,
  describeBuying,
  describeCancelling,
  describeConfirming,
  describeDelivering,
  describePaying,
  describeProblem,
  describeRefund,
  describeShipping,
} from './approvals.ts'
import { buyListing } from './buy.ts'
import { cancelOrder, confirmOrder } from './end.ts'
import { payAtProvider, payOrder, type PaymentResult } from '#commerce/sale/pay-order.ts'
import { presentOrder } from './present.ts'
import { answerOrder, openProblemPhoto, prepareProblem, refundProblem, reportProblem } from './problems.ts'
import {
  AnswerOrder,
  CreateOrder,
  DeliverOrder,
  ListOrders,
  Order,
  OrderParams,
  PayOrder,
  ProblemPhotoParams,
  RefundOrder,
  ReportProblem,
  ShipOrder,
} from './schema.ts'
import * as orders from './index.ts'
import { countWrongCode, deliverOrder, shipOrder } from './ship.ts'

const endpoint = endpointsOf('Orders')
/**
 * Access for both parties: the seller's key needs the scope `orders`, and the buyer's key needs the scope `buying` (spec: completions 3).
 */
const either = { who: 'person', scope: ['orders', 'buying'] } as const

const shown = async (ctx: Core, actor: Person, id: string, more: object = {}) =>
  ok({ ...(await orders.readPresentedOrder(ctx, actor, id)), ...more })

const openPayment = ({ clientSecret, url = null }: NonNullable<PaymentResult>['charged']) => ({
  client_secret: clientSecret,
  checkout_url: url,
})

export const orderEndpoints = [
  endpoint({
    id: 'listOrders',
    method: 'GET',
    path: '/orders',
    access: reads,
    guests: true,
    summary: 'List your orders as buyer and seller, newest first',
    query: ListOrders,
    answers: { 200: listOf(Order) },
    handle: async (ctx, actor, { query }) => {
      const page = await orders.listOrders(ctx, actor, query)
      const steps = await orders.stepsOf(ctx, page.rows)
      return ok(pageOf(page, query, (row) => orders.forActor(actor, presentOrder(ctx, row, steps(row), partyOf(row, actor.accountId)!))))
    },
  }),
  endpoint({
    id: 'createOrder',
    method: 'POST',
    path: '/orders',
    effects: ['money'],
    access: buys,
    summary: 'Order an item at its price: it is reserved for you for 15 minutes, and you must pay within that time',
    description: 'If another buyer has ordered the item, or if the total differs from `expected_total`, the response is 409.',
    approvalText: '`buying.offer`',
    body: CreateOrder,
    answers: { 201: Order },
    approvals: async ({ body }, ctx, actor) => approvalFor('buying.offer', await describeBuying(ctx, actor, body)),
    describeApproval: async (ctx, actor, { body }) => (await describeBuying(ctx, actor, body)).summary,
    handle: async (ctx, actor, { body }) => {
      const { row, steps } = await buyListing(ctx, actor, body)
      return created(presentOrder(ctx, row, steps, 'buyer'))
    },
  }),
  endpoint({
    id: 'getOrder',
    method: 'GET',
    path: '/orders/{id}',
    access: reads,
    guests: true,
    summary: 'Get an order as its buyer or seller',
    params: OrderParams,
    answers: { 200: Order },
    handle: (ctx, actor, { params }) => shown(ctx, actor, params.id),
  }),
  endpoint({
    id: 'payOrder',
    method: 'POST',
    path: '/orders/{id}/pay',
    effects: ['money'],
    access: buys,
    guests: true,
    summary: 'Pay an order',
    description:
      'A declined payment returns 402: try again before `pay_by`. While a slow payment is in progress, `payment` is `pending`: poll the order.',
    approvalText: '`buying.pay`',
    pays: true,
    params: OrderParams,
    body: PayOrder,
    answers: { 200: Order },
    actsInPrepare: true,
    approvals: async ({ params, body }, ctx, actor) => approvalFor('buying.pay', await describePaying(ctx, actor, params.id, body)),
    describeApproval: async (ctx, actor, { params, body }) => (await describePaying(ctx, actor, params.id, body)).summary,
    prepare: (ctx, actor, { params, body }) => payAtProvider(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params }, tried) => {
      const buyer = await payOrder(ctx, actor, params.id, tried)
      return shown(ctx, buyer, params.id, tried?.charged.status === 'pending' ? openPayment(tried.charged) : {})
    },
  }),
  endpoint({
    id: 'shipOrder',
    method: 'POST',
    path: '/orders/{id}/ship',
    effects: ['text'],
    access: sells,
    evenSuspended: true,
    summary: 'Mark an order as shipped, with its tracking number if there is one',
    description: 'Ship by `ship_by`, 5 working days after the payment. After that, the order is cancelled and refunded.',
    approvalText: '`orders.ship`, and for `messages.send` if `carrier` is free text',
    params: OrderParams,
    body: ShipOrder,
    answers: { 200: Order },
    approvals: ({ body }) => approvalsToShip(body),
    describeApproval: async (ctx, actor, { params }) => (await describeShipping(ctx, actor, params.id)).summary,
    handle: async (ctx, actor, { params, body }) => {
      await shipOrder(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'deliverOrder',
    method: 'POST',
    path: '/orders/{id}/deliver',
    effects: ['money', 'text'],
    access: either,
    evenSuspended: true,
    summary: 'Mark an order as delivered: as the buyer when it has arrived, or as the seller of a pickup with the buyer’s code',
    approvalText: '`buying.confirm` as the buyer, or `orders.ship` as the seller',
    params: OrderParams,
    body: DeliverOrder,
    answers: { 200: Order },
    approvals: ({ params }, ctx, actor) => approvalsToDeliver(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeDelivering(ctx, actor, params.id),
    prepare: async (ctx, actor, { params, body }) => ({ value: await countWrongCode(ctx, actor, params.id, body) }),
    handle: async (ctx, actor, { params, body }) => {
      await deliverOrder(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'confirmOrder',
    method: 'POST',
    path: '/orders/{id}/confirm',
    effects: ['money'],
    access: buys,
    evenSuspended: true,
    summary: 'Confirm that everything is OK, or withdraw your problem report: the seller then gets the money',
    approvalText: '`buying.confirm`',
    params: OrderParams,
    accepts: [],
    answers: { 200: Order },
    approvals: async ({ params }, ctx, actor) => approvalFor('buying.confirm', await describeConfirming(ctx, actor, params.id)),
    describeApproval: async (ctx, actor, { params }) => (await describeConfirming(ctx, actor, params.id)).summary,
    handle: async (ctx, actor, { params }) => {
      const { row, steps } = await confirmOrder(ctx, actor, params.id)
      return ok(presentOrder(ctx, row, steps, 'buyer'))
    },
  }),
  endpoint({
    id: 'reportProblem',
    method: 'POST',
    path: '/orders/{id}/problem',
    effects: ['text'],
    access: buys,
    guests: true,
    evenSuspended: true,
    summary: 'Report a problem, with up to 6 photos as files or by URL',
    description: 'You can report a problem until `protect_until`. The seller’s money is held until the problem is resolved.',
    approvalText: '`messages.send`',
    params: OrderParams,
    body: ReportProblem,
    accepts: ['json', 'form', 'multipart'],
    answers: { 200: Order },
    files: { name: 'photos', many: true, description: 'Up to 6 photos of up to 10 MB each.' },
    approvals: () => [{ action: 'messages.send' }],
    describeApproval: (ctx, actor, { params, body }) => describeProblem(ctx, actor, params.id, body),
    prepare: (ctx, actor, { params, body, files }) => prepareProblem(ctx, actor, params.id, body, files),
    handle: async (ctx, actor, { params, body }, photos) => {
      await reportProblem(ctx, actor, params.id, body, photos)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'getProblemPhoto',
    method: 'GET',
    path: '/orders/{id}/problem/photos/{number}',
    access: reads,
    guests: true,
    summary: 'Get a photo of a problem or a contested return as the buyer, the seller or the operator',
    params: ProblemPhotoParams,
    answers: { 200: null },
    media: ['image/webp'],
    handle: async (ctx, actor, { params }) => {
      return privateImage(await openProblemPhoto(ctx, actor, params.id, Number(params.number)))
    },
  }),
  endpoint({
    id: 'answerOrder',
    method: 'POST',
    path: '/orders/{id}/answer',
    effects: ['money', 'text'],
    access: either,
    evenSuspended: true,
    summary: 'Answer a cancellation request or a partial refund with `agree`, or a problem with `body`',
    approvalText: '`orders.cancel` (or `messages.send`, to answer a problem) as the seller, or `buying.confirm` as the buyer',
    params: OrderParams,
    body: AnswerOrder,
    answers: { 200: Order },
    approvals: ({ params, body }, ctx, actor) => approvalsToAnswer(ctx, actor, params.id, body),
    describeApproval: (ctx, actor, { params, body }) => describeAnswering(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => {
      await answerOrder(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'cancelOrder',
    method: 'POST',
    path: '/orders/{id}/cancel',
    effects: ['money'],
    access: either,
    guests: true,
    evenSuspended: true,
    summary:
      'Cancel an order; if you are the buyer and have paid, this asks the seller, and without an answer the order is cancelled after 72 hours',
    approvalText: '`orders.cancel`',
    params: OrderParams,
    accepts: [],
    answers: { 200: Order },
    approvals: async ({ params }, ctx, actor) => approvalFor('orders.cancel', await describeCancelling(ctx, actor, params.id)),
    describeApproval: async (ctx, actor, { params }) => (await describeCancelling(ctx, actor, params.id)).summary,
    handle: async (ctx, actor, { params }) => {
      await cancelOrder(ctx, actor, params.id)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'refundOrder',
    method: 'POST',
    path: '/orders/{id}/refund',
    effects: ['money'],
    access: sells,
    evenSuspended: true,
    summary: 'Resolve a problem: refund everything, or offer the buyer a partial refund with `amount`',
    description: 'The order must have a reported problem. All refunds together never exceed the payment.',
    approvalText: '`orders.refund`',
    params: OrderParams,
    body: RefundOrder,
    answers: { 200: Order },
    approvals: async ({ params, body }, ctx, actor) => approvalFor('orders.refund', await describeRefund(ctx, actor, params.id, body)),
    describeApproval: async (ctx, actor, { params, body }) => (await describeRefund(ctx, actor, params.id, body)).summary,
    handle: async (ctx, actor, { params, body }) => {
      await refundProblem(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
]
