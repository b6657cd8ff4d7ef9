import { inTransaction } from '#platform/context/index.ts'
import { created, endpointsOf, ok, sells } from '#platform/http/endpoint.ts'
import { listOf } from '#platform/http/fields.ts'
import { approvalFor } from '#commerce/orders/approvals.ts'
import { describeLabel, describeLabels, describeVoid } from './approvals.ts'
import { buyLabels } from './batch.ts'
import { buyAtProvider, recordLabel } from './buy.ts'
import { applyCarrierEvent, readCarrierEvent } from './carrier-events.ts'
import { presentLabel, presentRate } from './present.ts'
import { listRates } from './rates.ts'
import { BuyLabel, BuyLabels, CarrierEventTaken, EasyPostWebhook, Label, LabelResults, ListRates, OrderParams, Rate } from './schema.ts'
import { readLabel, recordVoid, voidable, voidAtProvider } from './void.ts'

const endpoint = endpointsOf('Shipping labels')

export const labelEndpoints = [
  endpoint({
    id: 'listRates',
    method: 'GET',
    path: '/orders/{id}/rates',
    access: sells,
    summary: 'Get the carriers’ rates for the parcel of a paid order, cheapest first; rates are valid for 24 hours',
    description: 'Sends both addresses to the shipping provider. The response is 400 without a parcel, a delivery address or `ship_from`.',
    params: OrderParams,
    query: ListRates,
    answers: { 200: listOf(Rate) },
    handle: async (ctx, actor, { params, query }) => {
      const rates = await listRates(ctx, actor, params.id, query)
      return ok({ object: 'list', data: rates.map(presentRate), total: rates.length, has_more: false })
    },
  }),
  endpoint({
    id: 'getLabel',
    method: 'GET',
    path: '/orders/{id}/label',
    access: sells,
    summary: 'Get the shipping label of an order as its seller',
    params: OrderParams,
    answers: { 200: Label },
    handle: async (ctx, actor, { params }) => ok(presentLabel(ctx, await readLabel(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'buyLabel',
    method: 'POST',
    path: '/orders/{id}/label',
    effects: ['money', 'data'],
    access: sells,
    evenSuspended: true,
    summary: 'Buy the shipping label of a paid order; repeating the call returns the same label',
    description:
      'The cost is deducted from your share when the order completes. The carrier’s first scan marks the order as shipped, and the delivery marks it as delivered.',
    approvalText: '`orders.label`',
    params: OrderParams,
    body: BuyLabel,
    answers: { 200: Label, 201: Label },
    actsInPrepare: true,
    approvals: async ({ params, body }, ctx, actor) => approvalFor('orders.label', await describeLabel(ctx, actor, params.id, body.rate)),
    describeApproval: async (ctx, actor, { params, body }) => (await describeLabel(ctx, actor, params.id, body.rate)).summary,
    prepare: async (ctx, actor, { params, body }) => ({ value: await buyAtProvider(ctx, actor, params.id, body.rate) }),
    handle: async (tx, _actor, _input, purchase) => {
      const { label, isNew } = await recordLabel(tx, purchase)
      return isNew ? created(presentLabel(tx, label)) : ok(presentLabel(tx, label))
    },
  }),
  endpoint({
    id: 'voidLabel',
    method: 'DELETE',
    path: '/orders/{id}/label',
    effects: ['money', 'data'],
    access: sells,
    evenSuspended: true,
    summary: 'Void an unused shipping label; its cost is no longer deducted from your share',
    approvalText: '`orders.label`',
    params: OrderParams,
    answers: { 200: Label },
    actsInPrepare: true,
    approvals: () => [{ action: 'orders.label' }],
    describeApproval: (ctx, actor, { params }) => describeVoid(ctx, actor, params.id),
    prepare: async (ctx, actor, { params }) => {
      const label = await inTransaction(ctx, (tx) => voidable(tx, actor, params.id))
      await voidAtProvider(ctx, label)
      return { value: label }
    },
    handle: async (tx, _actor, _input, label) => ok(presentLabel(tx, await recordVoid(tx, label))),
  }),
  endpoint({
    id: 'buyLabels',
    method: 'POST',
    path: '/labels',
    effects: ['money', 'data'],
    transaction: 'none',
    access: sells,
    evenSuspended: true,
    summary: 'Buy the cheapest shipping label for each of up to 50 paid orders, with one result per order',
    description: 'An order that already has a label keeps it. An order that fails does not affect the others.',
    approvalText: '`orders.label`',
    body: BuyLabels,
    answers: { 200: LabelResults },
    approvals: () => [{ action: 'orders.label' }],
    describeApproval: (ctx, actor, { body }) => describeLabels(ctx, actor, body),
    handle: async (ctx, actor, { body }) => {
      const data = await buyLabels(ctx, actor, body.orders)
      return ok({ object: 'list', data, total: data.length, has_more: false })
    },
  }),
  endpoint({
    id: 'takeCarrierEvent',
    method: 'POST',
    path: '/shipping/easypost',
    effects: [],
    access: { who: 'anyone' },
    summary: 'Receive signed tracking events from EasyPost',
    signed: 'X-Hmac-Signature',
    body: EasyPostWebhook,
    accepts: ['raw'],
    answers: { 200: CarrierEventTaken },
    prepare: async (ctx, _actor, { body }) => ({ value: readCarrierEvent(ctx, body.bytes, body.headers['x-hmac-signature']) }),
    handle: async (tx, _actor, _input, event) => ok({ object: 'carrier_event', id: event.id, used: await applyCarrierEvent(tx, event) }),
  }),
]
