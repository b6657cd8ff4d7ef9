import type { Stripe } from 'stripe'
import type { Charge, Charged } from '#platform/payments/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'

const OPEN_SECONDS = 35 * 60

export const isCheckout = (ref: string): boolean => ref.startsWith('cs_')

/**
 * Opens a page of Stripe's own where the buyer pays, or gives the one of this very charge again. Open for half an hour at least,
 * Stripe's least. Its own intent is marked, as what counts is what the page comes to: a card that was refused there may be followed
 * by another.
 */
export async function openCheckout(client: Stripe, { id, amountCents, subject, startedAt, page }: Charge): Promise<Charged> {
  if (!page) throw new PaymentsError('refused', 'A page to pay on needs a way back.')
  const session = await client.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: ['card'],
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: page.title } } }],
      payment_intent_data: { transfer_group: subject, metadata: { checkout: id } },
      metadata: { payment: id },
      success_url: page.returnUrl,
      cancel_url: page.returnUrl,
      expires_at: Math.floor(startedAt.getTime() / 1000) + OPEN_SECONDS,
    },
    { idempotencyKey: id },
  )
  return chargedFromCheckout(client, session)
}

/** What such a page comes to in our words. Done and not paid yet is a bank that takes its time, unless its intent says that it said no. */
export async function chargedFromCheckout(client: Stripe, session: Stripe.Checkout.Session): Promise<Charged> {
  const { id, status, payment_status, url, metadata, amount_total, currency } = session
  const charged: Charged = { ref: id, status: 'pending', failure: null, clientSecret: null, proof: null }
  if (payment_status === 'paid')
    return {
      ...charged,
      status: 'succeeded',
      proof: { payment: metadata?.['payment'] ?? null, amountCents: amount_total ?? 0, currency: currency ?? '' },
    }
  if (status === 'complete' && (await wasRefused(client, session)))
    return { ...charged, status: 'failed', failure: 'The bank refused the payment. Nothing was taken.' }
  if (status === 'expired') return { ...charged, status: 'failed', failure: 'The page to pay on was closed. Nothing was taken.' }
  return { ...charged, ...(status === 'open' && url ? { url } : {}) }
}

async function wasRefused(client: Stripe, { payment_intent }: Stripe.Checkout.Session): Promise<boolean> {
  if (payment_intent === null) return false
  const { status } = await client.paymentIntents.retrieve(idOf(payment_intent))
  return status === 'requires_payment_method' || status === 'canceled'
}

/** The intent behind a charge of ours, whichever way it was paid. */
export async function intentOf(client: Stripe, ref: string): Promise<string> {
  if (!isCheckout(ref)) return ref
  const { payment_intent } = await client.checkout.sessions.retrieve(ref)
  if (!payment_intent) throw new PaymentsError('refused', 'Nothing was paid that could be moved on.')
  return idOf(payment_intent)
}

/** The id of what Stripe gives as an id or, where it was asked for, whole. */
export const idOf = (one: string | { id: string }): string => (typeof one === 'string' ? one : one.id)
