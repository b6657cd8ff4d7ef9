import { z } from 'zod'
import { rawBody } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'

export const StripeWebhook = rawBody('stripe-signature')

export const ProviderEventTaken = z
  .object({
    object: kind('provider_event'),
    id: z.string().describe('The provider’s id of the event.'),
    used: z.boolean().describe('Whether the event is new. False if the service had already received it.'),
  })
  .meta({ id: 'ProviderEvent' })
