import { quoteName } from '#core/quoted-name.ts'
import { priceText } from '#core/format/money.ts'
import { buys, created, endpointsOf, ok, reads, sells } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { describePayment, payAtProvider, payHold, type PaymentResult } from '#commerce/sale/pay-hold.ts'
import { presentHold } from './present.ts'
import { returnHold } from './return.ts'
import { AskHold, Hold, HoldParams, ListHolds, PayHold } from './schema.ts'
import * as holds from './index.ts'
import { describeHold, requestHold } from '#commerce/sale/request-hold.ts'

const endpoint = endpointsOf('Holds')

export const holdEndpoints = [
  endpoint({
    id: 'askHold',
    method: 'POST',
    path: '/holds',
    effects: ['money'],
    access: buys,
    summary: 'Request a hold on an item for a deposit; nothing is paid yet',
    description:
      'The deposit is 10 percent of the price in whole dollars, at least 5 dollars. `terms` explains when the deposit is refunded: show it to the buyer before the payment.',
    approvalText: '`buying.offer`',
    body: AskHold,
    answers: { 200: Hold, 201: Hold },
    approvals: async ({ body }, ctx, actor) => [
      { action: 'buying.offer', amountCents: (await describeHold(ctx, actor, body.listing)).amountCents },
    ],
    describeApproval: async (ctx, actor, { body }) => (await describeHold(ctx, actor, body.listing)).summary,
    handle: async (ctx, actor, { body }) => {
      const { row, isNew } = await requestHold(ctx, actor, body.listing)
      return (isNew ? created : ok)(presentHold(ctx, row))
    },
  }),
  endpoint({
    id: 'listHolds',
    method: 'GET',
    path: '/holds',
    access: reads,
    summary: 'List the holds that you requested or that are on your items, newest first',
    query: ListHolds,
    answers: { 200: listOf(Hold) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await holds.listHolds(ctx, actor, query), query, (row) => presentHold(ctx, row))),
  }),
  endpoint({
    id: 'getHold',
    method: 'GET',
    path: '/holds/{id}',
    access: reads,
    summary: 'Get a hold',
    params: HoldParams,
    answers: { 200: Hold },
    handle: async (ctx, actor, { params }) => ok(presentHold(ctx, await holds.readHold(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'payHold',
    method: 'POST',
    path: '/holds/{id}/pay',
    effects: ['money'],
    access: buys,
    summary: 'Pay the deposit: the item is reserved for you for 72 hours',
    approvalText: '`buying.pay`',
    pays: true,
    params: HoldParams,
    body: PayHold,
    answers: { 200: Hold },
    actsInPrepare: true,
    approvals: async ({ params }, ctx, actor) => [
      { action: 'buying.pay', amountCents: (await describePayment(ctx, actor, params.id)).amountCents },
    ],
    describeApproval: async (ctx, actor, { params }) => (await describePayment(ctx, actor, params.id)).summary,
    prepare: (ctx, actor, { params, body }) => payAtProvider(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params }, tried: PaymentResult) => {
      const row = await payHold(ctx, actor, params.id, tried)
      return ok({ ...presentHold(ctx, row), client_secret: tried.charged.clientSecret, checkout_url: tried.charged.url ?? null })
    },
  }),
  endpoint({
    id: 'returnHold',
    method: 'POST',
    path: '/holds/{id}/return',
    effects: ['money'],
    access: sells,
    summary: 'Cancel a hold as the seller: the deposit is refunded in full',
    approvalText: '`orders.refund`',
    params: HoldParams,
    accepts: [],
    answers: { 200: Hold },
    approvals: async ({ params }, ctx, actor) => [
      { action: 'orders.refund', amountCents: (await holds.readHold(ctx, actor, params.id, 'seller')).deposit_cents },
    ],
    describeApproval: async (ctx, actor, { params }) => {
      const { deposit_cents, listing_title } = await holds.readHold(ctx, actor, params.id, 'seller')
      return `Refund the full deposit of ${priceText(deposit_cents)} for ${quoteName(listing_title)}.`
    },
    handle: async (ctx, actor, { params }) => ok(presentHold(ctx, await returnHold(ctx, actor, params.id))),
  }),
]
