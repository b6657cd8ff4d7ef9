import { z } from 'zod'
import type { ProviderEvent } from '#adapters/payments/index.ts'
import { PaymentsError } from '#lib/payments-error.ts'
import { chargedFromCheckout, CHECKOUT_EVENTS, CheckoutSession } from './checkout.ts'
import { Account, accountReady, chargedFrom, Intent } from './objects.ts'
import { isSigned } from './signature.ts'

const Event = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  object: z.literal('event'),
  type: z.string().max(255),
  data: z.object({ object: z.unknown() }),
})

const CHARGES = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled']

/** Reads what Stripe tells. The bytes are looked into only after their signature. Errors: `bad_signature`, `bad_event`. */
export function readEvent(secrets: readonly string[], raw: Uint8Array, signature: string | undefined, now: Date): ProviderEvent {
  if (!isSigned(secrets, raw, signature, now))
    throw new PaymentsError('bad_signature', 'Stripe-Signature does not sign this body, or is older than five minutes.')
  const { id, type, data } = shaped(Event, parseJson(raw))
  if (type === 'account.updated') {
    const account = shaped(Account, data.object)
    return { id, type, kind: 'account', account: { ref: account.id, ready: accountReady(account), url: null } }
  }
  if (CHECKOUT_EVENTS.includes(type)) {
    const page = shaped(CheckoutSession, data.object)
    const charged = chargedFromCheckout(page, type.endsWith('_failed'))
    return { id, type, kind: 'charge', payment: page.metadata?.['payment'] ?? null, ref: page.id, charged }
  }
  if (!CHARGES.includes(type)) return { id, type, kind: 'other' }
  const intent = shaped(Intent, data.object)
  // of a page of Stripe's own: the page tells what it comes to
  if (intent.metadata['checkout'] !== undefined) return { id, type, kind: 'other' }
  return { id, type, kind: 'charge', payment: intent.metadata['payment'] ?? null, ref: intent.id, charged: chargedFrom(intent) }
}

function parseJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch (error) {
    throw new PaymentsError('bad_event', 'The body is not JSON in UTF-8.', { cause: error })
  }
}

function shaped<T>(shape: z.ZodType<T>, value: unknown): T {
  const result = shape.safeParse(value)
  if (!result.success) throw new PaymentsError('bad_event', 'The body is not an event of Stripe.', { cause: result.error })
  return result.data
}
