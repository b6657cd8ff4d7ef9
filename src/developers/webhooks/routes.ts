import { accepted, endpointsOf, ok, reads, type ApprovalRequirement } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { retryFailed } from './log/index.ts'
import { ping } from './ping.ts'
import { presentDelivery, presentDeliveryDetail, presentRedelivery, presentWebhook, presentWithSecret } from './address/present.ts'
import {
  Delivery,
  DeliveryDetail,
  DeliveryParams,
  ListDeliveries,
  Redelivery,
  RetryFailed,
  SetWebhook,
  Webhook,
  WebhookTest,
} from './schema.ts'
import * as webhooks from './index.ts'

const endpoint = endpointsOf('Webhooks')
const write = { who: 'person', scope: 'webhooks' } as const

const CHANGES: ApprovalRequirement[] = [{ action: 'webhooks.change' }]

export const webhookEndpoints = [
  endpoint({
    id: 'getWebhook',
    method: 'GET',
    path: '/webhooks',
    access: reads,
    summary: 'Get the webhook: the URL that receives events',
    answers: { 200: Webhook },
    handle: async (ctx, actor) => ok(presentWebhook(await webhooks.readWebhook(ctx, actor))),
  }),
  endpoint({
    id: 'setWebhook',
    method: 'PUT',
    path: '/webhooks',
    effects: ['data'],
    access: write,
    proof: true,
    summary: 'Set the webhook: its URL and its events',
    description:
      'Each account has one webhook URL. When the call creates the webhook, the response contains `secret`. This includes the first call after a `DELETE`. Saving also switches on a webhook that was switched off. For deliveries and signatures, see [webhooks](/docs/webhooks).',
    approvalText: '`webhooks.change`',
    body: SetWebhook,
    accepts: ['json', 'form'],
    answers: { 200: Webhook },
    approvals: () => CHANGES,
    describeApproval: (_ctx, _actor, { body }) => `Send events to ${body.url}: ${body.events?.join(', ') ?? 'the default event types'}.`,
    handle: async (ctx, actor, { body }) => {
      const { webhook, isNew } = await webhooks.setWebhook(ctx, actor, body)
      return ok(isNew ? presentWithSecret(webhook) : presentWebhook(webhook))
    },
  }),
  endpoint({
    id: 'stopWebhook',
    method: 'DELETE',
    path: '/webhooks',
    effects: ['data'],
    access: write,
    proof: true,
    summary: 'Stop sending events',
    approvalText: '`webhooks.change`',
    accepts: [],
    answers: { 200: Webhook },
    approvals: () => CHANGES,
    describeApproval: () => 'Stop sending events.',
    handle: async (ctx, actor) => {
      await webhooks.deleteWebhook(ctx, actor)
      return ok(presentWebhook(undefined))
    },
  }),
  endpoint({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/rotate-secret',
    effects: ['data'],
    access: write,
    proof: true,
    summary: 'Create a new signing secret, shown once; the old one becomes invalid immediately',
    description: 'The next delivery attempt already uses the new secret.',
    approvalText: '`webhooks.change`',
    accepts: [],
    answers: { 200: Webhook },
    approvals: () => CHANGES,
    describeApproval: () => 'Create a new signing secret for the webhook. The old one becomes invalid immediately.',
    handle: async (ctx, actor) => ok(presentWithSecret(await webhooks.rotateSecret(ctx, actor))),
  }),
  endpoint({
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/test',
    effects: [],
    access: write,
    summary: 'Send a test event now and return the receiver’s response',
    description:
      'The event is sent once, without retries. `status` is the HTTP status of your receiver’s response. Without a response, `status` is 0 and `error` has the reason. If you have no webhook, the call returns 409.',
    accepts: [],
    answers: { 200: WebhookTest },
    transaction: 'none',
    handle: async (ctx, actor) => ok({ object: 'webhook_test', ...(await ping(ctx, actor)) }),
  }),
  endpoint({
    id: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/deliveries',
    access: reads,
    summary: 'List the deliveries of the last 30 days, newest first',
    query: ListDeliveries,
    answers: { 200: listOf(Delivery) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await webhooks.listDeliveries(ctx, actor, query), query, presentDelivery)),
  }),
  endpoint({
    id: 'getDelivery',
    method: 'GET',
    path: '/webhooks/deliveries/{id}',
    access: reads,
    summary: 'Get a delivery with its attempts and the exact body',
    params: DeliveryParams,
    answers: { 200: DeliveryDetail },
    handle: async (ctx, actor, { params }) => ok(presentDeliveryDetail(await webhooks.readDelivery(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'retryDeliveries',
    method: 'POST',
    path: '/webhooks/deliveries/retry',
    effects: [],
    access: write,
    summary: 'Resend all failed deliveries now, with the same ids and bodies',
    description:
      'Resends the failed deliveries of the last 30 days, oldest first, each with the same id and body. At most 500 deliveries are in progress at a time: repeat the call while `left` is not 0. Send the same `tried_before` each time, so that a delivery that fails again is not resent twice.',
    body: RetryFailed,
    accepts: ['json', 'form'],
    answers: { 202: Redelivery },
    handle: async (ctx, actor, { body }) => accepted(presentRedelivery(await retryFailed(ctx, actor, body))),
  }),
  endpoint({
    id: 'retryDelivery',
    method: 'POST',
    path: '/webhooks/deliveries/{id}/retry',
    effects: [],
    access: write,
    summary: 'Resend a delivery now, with the same id and body',
    description: 'The delivery keeps its id and body and gets a new signature.',
    params: DeliveryParams,
    accepts: [],
    answers: { 202: Delivery },
    handle: async (ctx, actor, { params }) => accepted(presentDelivery(await webhooks.retryDelivery(ctx, actor, params.id))),
  }),
]
