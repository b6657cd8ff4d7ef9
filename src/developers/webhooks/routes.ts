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
    summary: 'The one address that events are sent to',
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
    summary: 'Set the address; the first answer holds the signing secret',
    description:
      'One address per account. The first answer holds `secret`, and so does the first after a `DELETE`. Saving also switches a webhook on that was switched off. All about deliveries is under [webhooks](/docs/webhooks).',
    approvalText: '`webhooks.change`',
    body: SetWebhook,
    accepts: ['json', 'form'],
    answers: { 200: Webhook },
    approvals: () => CHANGES,
    describeApproval: (_ctx, _actor, { body }) => `Send events to ${body.url}: ${body.events?.join(', ') ?? 'those of the usual choice'}.`,
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
    summary: 'A new signing secret, shown once; the old one stops working at once',
    description: 'The old secret stops working at once, from the next try on.',
    approvalText: '`webhooks.change`',
    accepts: [],
    answers: { 200: Webhook },
    approvals: () => CHANGES,
    describeApproval: () => 'Make a new secret for what is sent to the webhook; the old one stops working at once.',
    handle: async (ctx, actor) => ok(presentWithSecret(await webhooks.rotateSecret(ctx, actor))),
  }),
  endpoint({
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/test',
    effects: [],
    access: write,
    summary: 'Send a ping now and say what the receiver answered',
    description:
      'One try, now. `status` is what your receiver answered, or 0 where nothing did; then `error` says why. Without a webhook: 409.',
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
    summary: 'What was sent in the last 30 days, newest first',
    query: ListDeliveries,
    answers: { 200: listOf(Delivery) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await webhooks.listDeliveries(ctx, actor, query), query, presentDelivery)),
  }),
  endpoint({
    id: 'getDelivery',
    method: 'GET',
    path: '/webhooks/deliveries/{id}',
    access: reads,
    summary: 'One delivery, with its tries and the very bytes that are sent',
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
    summary: 'Send all that failed again now, with the same ids and bytes',
    description:
      'What failed in the last 30 days, longest ago first; each goes out with the same id and bytes. At most 500 are on their way at once: ask again while `left` is not 0, with the same `tried_before`, so that what fails anew does not go out twice.',
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
    summary: 'Send one again now, with the same id and bytes',
    description: 'The same id and bytes with a fresh signature.',
    params: DeliveryParams,
    accepts: [],
    answers: { 202: Delivery },
    handle: async (ctx, actor, { params }) => accepted(presentDelivery(await webhooks.retryDelivery(ctx, actor, params.id))),
  }),
]
