import { z } from 'zod'
import { listOf, paging, rawBody, timestamp } from '#lib/http/fields.ts'

export const StripeWebhook = rawBody('stripe-signature')

export const ProviderEventTaken = z
  .object({ object: z.literal('provider_event'), id: z.string(), used: z.boolean() })
  .meta({ id: 'ProviderEvent' })

export const PayoutAccount = z
  .object({ object: z.literal('payout_account'), provider: z.enum(['test', 'stripe']), ready: z.boolean(), url: z.string().nullable() })
  .meta({ id: 'PayoutAccount' })

export const ListPayouts = z.object(paging())

export const Payout = z
  .object({
    object: z.literal('payout'),
    id: z.string(),
    amount: z.number(),
    status: z.enum(['waiting', 'sent']),
    /** Why it waits, in words. */
    why: z.string().nullable(),
    order: z.string().nullable(),
    hold: z.string().nullable(),
    listing: z.object({ title: z.string() }),
    created_at: timestamp(),
    sent_at: timestamp().nullable(),
  })
  .meta({ id: 'Payout' })

export const PayoutList = listOf(Payout)
