import { z } from 'zod'
import type { Charge, Charged } from '#adapters/payments/index.ts'
import { PaymentsError } from '#lib/payments-error.ts'
import type { Client } from './client.ts'

/** A page of Stripe's own where the buyer pays (API reference, Checkout Sessions). Open for half an hour at least, Stripe's least. */
export const CheckoutSession = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z.string().nullish(),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

/** What Stripe tells of such pages. */
export const CHECKOUT_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
]

const OPEN_SECONDS = 35 * 60

export const isCheckout = (ref: string): boolean => ref.startsWith('cs_')

/**
 * Opens the page, or gives the one of this very charge again. Its own intent is marked, as what counts is what the page comes to: a
 * card that was refused there may be followed by another.
 */
export async function openCheckout(client: Client, { id, amountCents, subject, startedAt, page }: Charge): Promise<Charged> {
  if (!page) throw new PaymentsError('refused', 'A page to pay on needs a way back.')
  const form = {
    mode: 'payment',
    'payment_method_types[0]': 'card',
    'line_items[0][quantity]': 1,
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': amountCents,
    'line_items[0][price_data][product_data][name]': page.title,
    'payment_intent_data[transfer_group]': subject,
    'payment_intent_data[metadata][checkout]': id,
    'metadata[payment]': id,
    success_url: page.returnUrl,
    cancel_url: page.returnUrl,
    expires_at: Math.floor(startedAt.getTime() / 1000) + OPEN_SECONDS,
  }
  return chargedFromCheckout(await client.post('/v1/checkout/sessions', form, id, CheckoutSession))
}

export const readCheckout = (client: Client, ref: string): Promise<z.infer<typeof CheckoutSession>> =>
  client.get(`/v1/checkout/sessions/${encodeURIComponent(ref)}`, {}, CheckoutSession)

/** What such a page comes to in our words. Done and not paid yet is a bank that takes its time. */
export function chargedFromCheckout({ id, status, payment_status, url }: z.infer<typeof CheckoutSession>, failed = false): Charged {
  const charged: Charged = { ref: id, status: 'pending', failure: null, clientSecret: null }
  if (payment_status === 'paid') return { ...charged, status: 'succeeded' }
  if (failed) return { ...charged, status: 'failed', failure: 'The bank refused the payment. Nothing was taken.' }
  if (status === 'expired') return { ...charged, status: 'failed', failure: 'The page to pay on was closed. Nothing was taken.' }
  return { ...charged, ...(status === 'open' && url ? { url } : {}) }
}

/** The intent behind a charge of ours, whichever way it was paid. */
export async function intentOf(client: Client, ref: string): Promise<string> {
  if (!isCheckout(ref)) return ref
  const { payment_intent } = await readCheckout(client, ref)
  if (!payment_intent) throw new PaymentsError('refused', 'Nothing was paid that could be moved on.')
  return payment_intent
}
