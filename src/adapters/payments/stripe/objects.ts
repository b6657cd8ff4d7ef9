import { z } from 'zod'
import type { Charged } from '#adapters/payments/index.ts'
import { declineWords } from './declines.ts'

/** The fields of Stripe's objects that we read (API reference, the version of client.ts). Others are passed over. */

export const Intent = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  client_secret: z.string().nullish(),
  latest_charge: z.string().nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
})

export const Intents = z.object({ data: z.array(Intent) })
export const Made = z.object({ id: z.string() })
export const Refunded = z.object({ id: z.string(), status: z.string().nullish() })
export const Mades = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string().nullish(), metadata: z.record(z.string(), z.string()).default({}) })),
})
export const AccountLink = z.object({ url: z.string() })
export const Account = z.object({
  id: z.string(),
  object: z.literal('account'),
  details_submitted: z.boolean().default(false),
  capabilities: z.object({ transfers: z.string().optional() }).nullish(),
})

/** Whether money can be sent to it. */
export const accountReady = ({ details_submitted, capabilities }: z.infer<typeof Account>): boolean =>
  details_submitted && capabilities?.transfers === 'active'

/** What a payment of Stripe is in our words. One that waits for its first card is pending; one whose card failed has failed. */
export function chargedFrom({ id, status, client_secret, last_payment_error }: z.infer<typeof Intent>): Charged {
  const charged: Charged = { ref: id, status: 'pending', failure: null, clientSecret: null }
  if (status === 'succeeded') return { ...charged, status }
  if (status === 'canceled') return { ...charged, status: 'failed', failure: 'The payment was cancelled. Nothing was taken.' }
  if (status === 'requires_payment_method' && last_payment_error) {
    const { code = null, decline_code = null } = last_payment_error
    return { ...charged, status: 'failed', failure: declineWords({ code, declineCode: decline_code }) }
  }
  return { ...charged, clientSecret: client_secret ?? null }
}
