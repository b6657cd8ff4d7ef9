import type { Charged } from '#platform/payments/index.ts'
import type { Anonymous, Context, Person, Tx } from '#platform/context/index.ts'
import { MAX_BUNDLE_ITEMS } from '#core/bundle.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { adjustedNotes } from '#commerce/carts/index.ts'
import { readPresentedOrder } from '#commerce/orders/index.ts'
import { ApiError, invalid, notFound } from '#platform/errors/index.ts'
import { applyPayment, approvalsToComplete, describeCompleting, payCheckout } from './complete.ts'
import { buyerOf, newBuyer } from './buyer.ts'
import { checkoutFromCart, leftInCart } from './from-cart.ts'
import * as checkouts from './index.ts'
import { orderOfBuyer, orderOfPurchase } from './order-updates.ts'
import { CheckoutParams, CompleteCheckout, CreateCheckout, LINES_EXPECTED, ProtocolAnswer, PutCheckout } from './schema.ts'

const endpoint = endpointsOf('Open commerce')
/** A key must have this scope. Without a key, the caller buys as a guest. */
const buys = { who: 'person', scope: 'buying', orGuest: true } as const

const shown = async (ctx: Context, caller: Anonymous | Person, id: string, more: object = {}) => {
  const actor = await buyerOf(ctx, caller, id)
  return ok({ ...(await checkouts.showCheckout(ctx, actor, await checkouts.readCheckout(ctx, actor, id))), ...more })
}

async function begun(tx: Tx, caller: Anonymous | Person, { cart_id: cart, line_items: items = [], ...input }: CreateCheckout) {
  const actor = newBuyer(tx, caller)
  if (cart === undefined) {
    if (items.length < 1 || items.length > MAX_BUNDLE_ITEMS) throw invalid('line_items', `line_items ${LINES_EXPECTED}.`)
    const checkout = await checkouts.showCheckout(tx, actor, await checkouts.beginCheckout(tx, actor, { ...input, line_items: items }))
    return withNotes(checkout, adjustedNotes(items))
  }
  if (actor.guest) throw new ApiError('authentication', 'A cart belongs to an account. Link the buyer’s account, or send line_items.')
  const { row, left } = await checkoutFromCart(tx, actor, cart, input)
  const checkout = await checkouts.showCheckout(tx, actor, row)
  return withNotes(checkout, left === 0 ? [] : [leftInCart(left)])
}

/** Adds messages that appear only in this response and are not stored. */
const withNotes = <C extends { messages?: object[] }>(checkout: C, notes: readonly object[]): C =>
  notes.length === 0 ? checkout : { ...checkout, messages: [...(checkout.messages ?? []), ...notes] }

/**
 * Returns the fields that send the buyer to a page of the payment provider or the buyer's bank. A repeated request returns the same page,
 * so that the buyer is charged only once.
 */
function onTheirPage({ status, url, clientSecret }: Charged): object {
  if (status !== 'pending' || !url) return {}
  const [code, content] =
    clientSecret === null
      ? ['payment_page', 'The buyer pays at continue_url.']
      : ['authentication_required', 'The buyer’s bank asks for confirmation. The buyer confirms the payment at continue_url.']
  const message = { type: 'error', code, content, severity: 'requires_buyer_input' }
  return { status: 'requires_escalation', continue_url: url, messages: [message] }
}

/** Checkout and order endpoints of the Universal Commerce Protocol, which `src/ucp` mounts. */
export const checkoutEndpoints = [
  endpoint({
    id: 'createCheckout',
    method: 'POST',
    path: '/checkout-sessions',
    effects: [],
    access: buys,
    summary: 'Create a checkout for a listing, for 2 to 10 items from one shop, or for a cart; nothing is reserved',
    body: CreateCheckout,
    answers: { 201: ProtocolAnswer },
    handle: async (ctx, actor, { body }) => created(await begun(ctx, actor, body)),
  }),
  endpoint({
    id: 'getCheckout',
    method: 'GET',
    path: '/checkout-sessions/{id}',
    access: buys,
    summary: 'Get a checkout',
    params: CheckoutParams,
    answers: { 200: ProtocolAnswer },
    handle: (ctx, caller, { params }) => shown(ctx, caller, params.id),
  }),
  endpoint({
    id: 'updateCheckout',
    method: 'PUT',
    path: '/checkout-sessions/{id}',
    effects: [],
    access: buys,
    summary: 'Replace the contents of a checkout',
    params: CheckoutParams,
    body: PutCheckout,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, caller, { params, body }) => {
      const actor = await buyerOf(ctx, caller, params.id)
      const row = await checkouts.changeCheckout(ctx, actor, params.id, body)
      return ok(withNotes(await checkouts.showCheckout(ctx, actor, row), adjustedNotes(body.line_items)))
    },
  }),
  endpoint({
    id: 'completeCheckout',
    method: 'POST',
    path: '/checkout-sessions/{id}/complete',
    effects: ['money', 'data'],
    access: buys,
    summary: 'Complete a checkout: order and pay',
    approvalText: '`buying.offer` and `buying.pay`, and `webhooks.change` if the platform receives order updates, in one approval',
    pays: true,
    params: CheckoutParams,
    body: CompleteCheckout,
    answers: { 200: ProtocolAnswer },
    actsInPrepare: true,
    approvals: ({ params }, ctx, actor) => approvalsToComplete(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params, body }) => describeCompleting(ctx, actor, params.id, body),
    prepare: async (ctx, caller, { params, body }) => payCheckout(ctx, await buyerOf(ctx, caller, params.id), params.id, body),
    handle: async (ctx, caller, { params }, completed) => {
      await applyPayment(ctx, completed)
      // the buyer may have to continue on a page of the payment provider
      return shown(ctx, caller, params.id, completed.tried ? onTheirPage(completed.tried.charged) : {})
    },
  }),
  endpoint({
    id: 'cancelCheckout',
    method: 'POST',
    path: '/checkout-sessions/{id}/cancel',
    effects: ['money'],
    access: buys,
    summary: 'Cancel a checkout that is not paid',
    approvalText: '`orders.cancel` if an order is waiting for payment',
    params: CheckoutParams,
    accepts: [],
    answers: { 200: ProtocolAnswer },
    approvals: ({ params }, ctx, actor) => checkouts.approvalsToEnd(ctx, actor, params.id),
    describeApproval: async (ctx, actor, { params }) => (await checkouts.describeEnding(ctx, actor, params.id))!.summary,
    handle: async (ctx, caller, { params }) => {
      await checkouts.endCheckout(ctx, await buyerOf(ctx, caller, params.id), params.id)
      return shown(ctx, caller, params.id)
    },
  }),
  endpoint({
    id: 'getOwnOrder',
    method: 'GET',
    path: '/orders/{id}',
    access: { who: 'person', scope: 'read' },
    summary: 'Get one of the buyer’s orders',
    params: CheckoutParams,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => {
      if (isIdOf('pur', params.id)) return ok(await orderOfPurchase(ctx, actor, params.id))
      const order = await readPresentedOrder(ctx, actor, params.id)
      // only the buyer can use the protocol; the seller reads the order through this service's own API
      if (!('pickup_code' in order)) throw notFound('order')
      return ok(await orderOfBuyer(ctx, order))
    },
  }),
]
