import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import * as events from './index.ts'
import type { ReceivedEvent } from './index.ts'
import { ProviderEventTaken, StripeWebhook } from './schema.ts'

const endpoint = endpointsOf('Payouts')

export const providerEventEndpoints = [
  endpoint({
    id: 'takeStripeEvent',
    method: 'POST',
    path: '/payments/stripe',
    effects: ['money'],
    access: { who: 'anyone' },
    summary: 'Receive signed payment events from Stripe',
    signed: 'Stripe-Signature',
    body: StripeWebhook,
    accepts: ['raw'],
    answers: { 200: ProviderEventTaken },
    prepare: async (ctx, _actor, { body }) => ({
      value: await events.receiveProviderEvent(ctx, body.bytes, body.headers['stripe-signature']),
    }),
    handle: async (tx, _actor, _input, event: ReceivedEvent) =>
      ok({ object: 'provider_event', id: event.note.id, used: await events.takeProviderEvent(tx, event) }),
  }),
]
