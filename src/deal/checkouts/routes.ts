import type { Context, Person } from '#platform/context.ts'
import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { shownOrder } from '#deal/orders/index.ts'
import { payOrder } from '#deal/orders/pay.ts'
import { notFound } from '#platform/errors.ts'
import { asksToComplete, describeCompleting, payCheckout } from './complete.ts'
import * as checkouts from './index.ts'
import { orderOfBuyer } from './news.ts'
import { CheckoutParams, CompleteCheckout, ProtocolAnswer, PutCheckout } from './schema.ts'

const endpoint = endpointsOf('Open commerce')
const buys = { who: 'person', scope: 'buying' } as const

const shown = async (ctx: Context, actor: Person, id: string, more: object = {}) =>
  ok({ ...(await checkouts.showCheckout(ctx, actor, await checkouts.readCheckout(ctx, actor, id))), ...more })

const onTheirPage = (url: string) => ({
  status: 'requires_escalation',
  continue_url: url,
  messages: [{ type: 'error', code: 'payment_page', content: 'The buyer pays at continue_url.', severity: 'requires_buyer_input' }],
})

/** Checkouts and orders of the Universal Commerce Protocol. Mounted by `src/ucp`. */
export const checkoutEndpoints = [
  endpoint({
    id: 'createCheckout',
    method: 'POST',
    path: '/checkout-sessions',
    effects: [],
    access: buys,
    summary: 'Begin to buy a listing; nothing is reserved',
    body: PutCheckout,
    answers: { 201: ProtocolAnswer },
    handle: async (ctx, actor, { body }) =>
      created(await checkouts.showCheckout(ctx, actor, await checkouts.beginCheckout(ctx, actor, body))),
  }),
  endpoint({
    id: 'getCheckout',
    method: 'GET',
    path: '/checkout-sessions/{id}',
    access: buys,
    summary: 'A checkout as it stands',
    params: CheckoutParams,
    answers: { 200: ProtocolAnswer },
    handle: (ctx, actor, { params }) => shown(ctx, actor, params.id),
  }),
  endpoint({
    id: 'updateCheckout',
    method: 'PUT',
    path: '/checkout-sessions/{id}',
    effects: [],
    access: buys,
    summary: 'Replace what a checkout says',
    params: CheckoutParams,
    body: PutCheckout,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params, body }) => {
      await checkouts.changeCheckout(ctx, actor, params.id, body)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'completeCheckout',
    method: 'POST',
    path: '/checkout-sessions/{id}/complete',
    effects: ['money'],
    access: buys,
    summary: 'Order and pay what a checkout names',
    asksFor: '`buying.offer` and `buying.pay`, as one question',
    pays: true,
    params: CheckoutParams,
    body: CompleteCheckout,
    answers: { 200: ProtocolAnswer },
    actsInPrepare: true,
    asks: ({ params }, ctx, actor) => asksToComplete(ctx, actor, params.id),
    askSummary: (ctx, actor, { params, body }) => describeCompleting(ctx, actor, params.id, body),
    prepare: (ctx, actor, { params, body }) => payCheckout(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params }, { orderId, tried }) => {
      await payOrder(ctx, actor, orderId, tried)
      // where the provider wants to see the buyer on a page of its own
      const url = tried?.charged.status === 'pending' ? tried.charged.url : null
      return shown(ctx, actor, params.id, url ? onTheirPage(url) : {})
    },
  }),
  endpoint({
    id: 'cancelCheckout',
    method: 'POST',
    path: '/checkout-sessions/{id}/cancel',
    effects: [],
    access: buys,
    summary: 'End a checkout that is not paid',
    params: CheckoutParams,
    accepts: [],
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => {
      await checkouts.endCheckout(ctx, actor, params.id)
      return shown(ctx, actor, params.id)
    },
  }),
  endpoint({
    id: 'getOwnOrder',
    method: 'GET',
    path: '/orders/{id}',
    access: { who: 'person', scope: 'read' },
    summary: 'An order of the buyer’s',
    params: CheckoutParams,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => {
      const order = await shownOrder(ctx, actor, params.id)
      // as its seller they have it in the API
      if (!('pickup_code' in order)) throw notFound('order')
      return ok(await orderOfBuyer(ctx, order))
    },
  }),
]
