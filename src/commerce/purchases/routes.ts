import type { Person, Core } from '#platform/context/index.ts'
import { buys, created, endpointsOf, ok, reads, sells } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { approvalFor, approvalsToShip } from '#commerce/orders/approvals.ts'
import { describePayment, payAtProvider, payPurchase, type PurchasePayment } from '#commerce/sale/pay-purchase.ts'
import { cancelPurchase, describeCancellation } from './cancel.ts'
import { createPurchase, describeCreation, quotePurchase } from './create.ts'
import { presentPurchase, presentQuote } from './present.ts'
import {
  CreatePurchase,
  ListPurchases,
  PayPurchase,
  Purchase,
  PurchaseParams,
  PurchaseQuote,
  QuotePurchase,
  ShipPurchase,
} from './schema.ts'
import * as purchases from './index.ts'
import { describeShipment, shipPurchase } from './ship.ts'

const endpoint = endpointsOf('Purchases')

const shown = async (ctx: Core, actor: Person, id: string, more: object = {}) =>
  ok({ ...(await purchases.readPresentedPurchase(ctx, actor, id)), ...more })

const openPayment = ({ clientSecret, url = null }: PurchasePayment['charged']) => ({
  client_secret: clientSecret,
  checkout_url: url,
})

export const purchaseEndpoints = [
  endpoint({
    id: 'quotePurchase',
    method: 'POST',
    path: '/purchases/quote',
    effects: [],
    access: buys,
    summary: 'Compute the price of 2 to 10 items from one shop together; nothing is reserved',
    description:
      'Includes the shop’s discount for this number of items and the shipping of one parcel. `next_tier` is the next higher discount.',
    body: QuotePurchase,
    answers: { 200: PurchaseQuote },
    handle: async (ctx, actor, { body }) => ok(presentQuote(await quotePurchase(ctx, actor, body))),
  }),
  endpoint({
    id: 'createPurchase',
    method: 'POST',
    path: '/purchases',
    effects: ['money'],
    access: buys,
    summary: 'Order 2 to 10 items from one shop together: all are reserved for you for 15 minutes, with one payment and one parcel',
    description:
      'If one item is not available, nothing is reserved: the response is 409, and `param` names the item, such as `listings[1]`. Each item becomes an order.',
    approvalText: '`buying.offer`',
    body: CreatePurchase,
    answers: { 201: Purchase },
    approvals: async ({ body }, ctx, actor) => approvalFor('buying.offer', await describeCreation(ctx, actor, body)),
    describeApproval: async (ctx, actor, { body }) => (await describeCreation(ctx, actor, body)).summary,
    handle: async (ctx, actor, { body }) => {
      const { row, orders } = await createPurchase(ctx, actor, body)
      return created(presentPurchase(ctx, row, orders))
    },
  }),
  endpoint({
    id: 'listPurchases',
    method: 'GET',
    path: '/purchases',
    access: reads,
    guests: true,
    summary: 'List your purchases as buyer and seller, newest first',
    query: ListPurchases,
    answers: { 200: listOf(Purchase) },
    handle: async (ctx, actor, { query }) => {
      const page = await purchases.listPurchases(ctx, actor, query)
      return ok(pageOf(page, query, await purchases.presentPurchases(ctx, page.rows)))
    },
  }),
  endpoint({
    id: 'getPurchase',
    method: 'GET',
    path: '/purchases/{id}',
    access: reads,
    guests: true,
    summary: 'Get a purchase as its buyer or seller',
    params: PurchaseParams,
    answers: { 200: Purchase },
    handle: (ctx, actor, { params }) => shown(ctx, actor, params.id),
  }),
  endpoint({
    id: 'payPurchase',
    method: 'POST',
    path: '/purchases/{id}/pay',
    effects: ['money'],
    access: buys,
    guests: true,
    summary: 'Pay a purchase: one payment for all of its orders',
    description:
      'A declined payment returns 402: try again before `pay_by`. While a slow payment is in progress, poll the purchase. Afterwards, each order continues on its own: refund, problem and review.',
    approvalText: '`buying.pay`',
    pays: true,
    params: PurchaseParams,
    body: PayPurchase,
    answers: { 200: Purchase },
    actsInPrepare: true,
    approvals: async ({ params, body }, ctx, actor) => approvalFor('buying.pay', await describePayment(ctx, actor, params.id, body)),
    describeApproval: async (ctx, actor, { params, body }) => (await describePayment(ctx, actor, params.id, body)).summary,
    prepare: (ctx, actor, { params, body }) => payAtProvider(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params }, tried: PurchasePayment) => {
      const buyer = await payPurchase(ctx, actor, tried)
      return shown(ctx, buyer, params.id, tried.charged.status === 'pending' ? openPayment(tried.charged) : {})
    },
  }),
  endpoint({
    id: 'cancelPurchase',
    method: 'POST',
    path: '/purchases/{id}/cancel',
    effects: ['money'],
    access: buys,
    guests: true,
    evenSuspended: true,
    summary: 'Cancel a purchase that is not paid yet, with all of its orders',
    approvalText: '`orders.cancel`',
    params: PurchaseParams,
    accepts: [],
    answers: { 200: Purchase },
    approvals: async ({ params }, ctx, actor) => approvalFor('orders.cancel', await describeCancellation(ctx, actor, params.id)),
    describeApproval: async (ctx, actor, { params }) => (await describeCancellation(ctx, actor, params.id)).summary,
    handle: async (ctx, actor, { params }) => {
      await cancelPurchase(ctx, actor, params.id)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'shipPurchase',
    method: 'POST',
    path: '/purchases/{id}/ship',
    effects: ['text'],
    access: sells,
    evenSuspended: true,
    summary: 'Mark every paid order of a purchase as shipped in one parcel, with its tracking number if there is one',
    approvalText: '`orders.ship`, and for `messages.send` if `carrier` is free text',
    params: PurchaseParams,
    body: ShipPurchase,
    answers: { 200: Purchase },
    approvals: ({ body }) => approvalsToShip(body),
    describeApproval: (ctx, actor, { params }) => describeShipment(ctx, actor, params.id),
    handle: async (ctx, actor, { params, body }) => {
      await shipPurchase(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
]
