import type { Stripe } from 'stripe'
import type { Charge, Charged } from '#platform/payments/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { chargedFromCheckout, isCheckout, openCheckout } from './checkout.ts'
import { asPaymentsError, isRefusal, isUnknownCustomer } from './client.ts'
import { declineText } from './declines.ts'

const METHOD = /^(?:pm|ctoken)_\w{1,80}$/
/**
 * Age in ms at which a charge that Stripe's search cannot find counts as never made. During an outage, the search may be an hour behind.
 */
const SEARCHABLE_MS = 3_600_000

export const takes = (method: string): boolean => method === 'checkout' || method === 'card' || METHOD.test(method)

/**
 * Charges the buyer, depending on the method. `checkout`: opens a Stripe page. `card`: the buyer's page continues with the client secret.
 * `pm_…` and `ctoken_…`: charges this card immediately.
 */
export async function makeCharge(client: Stripe, charge: Charge): Promise<Charged> {
  const { id, amountCents, method, subject, page } = charge
  if (!takes(method)) throw new PaymentsError('refused', 'The method must be checkout, card, or a Stripe payment method (pm_…, ctoken_…).')
  try {
    if (method === 'checkout') return await openCheckout(client, charge)
    const intent = await client.paymentIntents.create(
      {
        amount: amountCents,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        transfer_group: subject,
        metadata: { payment: id },
        ...(method === 'card' ? {} : confirmed(method, page?.returnUrl)),
      },
      { idempotencyKey: id },
    )
    return chargedFrom(intent)
  } catch (error) {
    if (isUnknownCustomer(error))
      throw new PaymentsError('no_customer', 'The payment provider does not know the customer.', { cause: error })
    if (isRefusal(error) && error.payment_intent) return { ...chargedFrom(error.payment_intent), ...declined(error) }
    throw asPaymentsError(error, isRefusal(error) ? messageOf(error) : '')
  }
}

/**
 * Returns the fields that make Stripe charge the card immediately. If the bank must verify the buyer, Stripe's page redirects to
 * `returnUrl` afterwards.
 */
const confirmed = (method: string, returnUrl: string | undefined) => ({
  ...(method.startsWith('ctoken_') ? { confirmation_token: method } : { payment_method: method }),
  confirm: true as const,
  ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
})

type Refusal = { code?: string; decline_code?: string }

const messageOf = ({ code = '', decline_code = '' }: Refusal): string => declineText({ code, declineCode: decline_code })
const declined = (error: Refusal) => ({ status: 'failed' as const, failure: messageOf(error), clientSecret: null, proof: null })

export async function retrieveCharge(client: Stripe, charge: Charge & { ref: string | null }): Promise<Charged> {
  try {
    if (charge.ref === null) return await findCharge(client, charge)
    if (isCheckout(charge.ref)) return await chargedFromCheckout(client, await client.checkout.sessions.retrieve(charge.ref))
    return chargedFrom(await client.paymentIntents.retrieve(charge.ref))
  } catch (error) {
    throw asPaymentsError(error, 'The payment provider does not know this payment.')
  }
}

/**
 * Finds a charge whose response from Stripe was lost. Stripe's search is delayed, so an empty result is final only after `SEARCHABLE_MS`.
 */
async function findCharge(client: Stripe, { id, method, startedAt, now }: Charge): Promise<Charged> {
  // does not search for a charge of a payment page: the buyer never received the page's URL and cannot have paid
  const { data } = method === 'checkout' ? { data: [] } : await client.paymentIntents.search({ query: `metadata['payment']:'${id}'` })
  if (data[0]) return chargedFrom(data[0])
  if (now.getTime() - startedAt.getTime() < SEARCHABLE_MS) throw new PaymentsError('unknown', 'The result of the payment is not known yet.')
  return {
    ref: null,
    status: 'failed',
    failure: 'The payment did not reach the bank. Nothing was charged.',
    clientSecret: null,
    proof: null,
  }
}

/** Converts a payment intent. The charge is pending until the buyer tries a card, and failed once a card is declined. */
export function chargedFrom(intent: Stripe.PaymentIntent): Charged {
  const { id, status, client_secret, last_payment_error: error, next_action: next } = intent
  const charged: Charged = { ref: id, status: 'pending', failure: null, clientSecret: null, proof: null }
  if (status === 'succeeded') return { ...charged, status: 'succeeded', proof: proofOf(intent) }
  if (status === 'canceled') return { ...charged, status: 'failed', failure: 'The payment was cancelled. Nothing was charged.' }
  if (status === 'requires_payment_method' && error) return { ...charged, status: 'failed', failure: messageOf(error) }
  const url = status === 'requires_action' ? next?.redirect_to_url?.url : undefined
  return { ...charged, clientSecret: client_secret, ...(url ? { url } : {}) }
}

const proofOf = ({ amount_received, currency, metadata }: Stripe.PaymentIntent) => ({
  payment: metadata['payment'] ?? null,
  amountCents: amount_received,
  currency,
})
