import type { Stripe } from 'stripe'
import type { Charge, Charged } from '#platform/payments/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'

const OPEN_SECONDS = 35 * 60
/**
 * Payment types that the page offers. Apple Pay and Google Pay belong to `card`; Link is a separate type. Payments of all these types
 * complete immediately.
 */
const TYPES = ['card', 'link']

export const isCheckout = (ref: string): boolean => ref.startsWith('cs_')

/**
 * Opens a Stripe payment page, or returns this charge's open page. The page stays open for at least half an hour, which is Stripe's
 * minimum. The payment intent carries our id as `checkout` instead of `payment`, so that its events are ignored: only the result of the
 * page counts, because the buyer can try a different card after a decline. The page offers the customer's saved cards, and lets the buyer
 * save a card.
 */
export async function openCheckout(client: Stripe, charge: Charge): Promise<Charged> {
  const { id, amountCents, subject, startedAt, page, customerRef = null } = charge
  if (!page) throw new PaymentsError('refused', 'A payment page needs a return address.')
  const session = await client.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: TYPES,
      ...(customerRef === null ? {} : { customer: customerRef, saved_payment_method_options: { payment_method_save: 'enabled' } }),
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: page.title } } }],
      payment_intent_data: { transfer_group: subject, metadata: { checkout: id } },
      metadata: { payment: id },
      success_url: page.returnUrl,
      cancel_url: page.returnUrl,
      expires_at: Math.floor(startedAt.getTime() / 1000) + OPEN_SECONDS,
    },
    // if Stripe does not know the customer, the payment is retried without a customer, which needs a different idempotency key
    { idempotencyKey: customerRef === null ? id : `${id}_${customerRef}` },
  )
  return chargedFromCheckout(client, session)
}

/**
 * Converts the state of a payment page. A page that the buyer has completed without a confirmed payment is pending at the bank, unless the
 * payment intent was declined.
 */
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
    return { ...charged, status: 'failed', failure: 'The bank declined the payment. Nothing was charged.' }
  if (status === 'expired') return { ...charged, status: 'failed', failure: 'The payment page was closed. Nothing was charged.' }
  return { ...charged, ...(status === 'open' && url ? { url } : {}) }
}

async function wasRefused(client: Stripe, { payment_intent }: Stripe.Checkout.Session): Promise<boolean> {
  if (payment_intent === null) return false
  const { status } = await client.paymentIntents.retrieve(idOf(payment_intent))
  return status === 'requires_payment_method' || status === 'canceled'
}

/** Returns the id of a charge's payment intent, regardless of the payment method. */
export async function intentOf(client: Stripe, ref: string): Promise<string> {
  if (!isCheckout(ref)) return ref
  const { payment_intent } = await client.checkout.sessions.retrieve(ref)
  if (!payment_intent) throw new PaymentsError('refused', 'There is no payment to transfer.')
  return idOf(payment_intent)
}

/** Returns the id of a Stripe object. `one` is either the whole object or only its id. */
export const idOf = (one: string | { id: string }): string => (typeof one === 'string' ? one : one.id)
