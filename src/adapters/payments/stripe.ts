import type { z } from 'zod'
import { PaymentsError } from '#lib/payments-error.ts'
import type { Charge, Charged, Payments, Refund, Seller, SellerAccount, Transfer } from './index.ts'
import { chargedFromCheckout, intentOf, isCheckout, openCheckout, readCheckout } from './stripe/checkout.ts'
import { createClient, StripeRefusal, type Client, type ClientOptions } from './stripe/client.ts'
import { declineWords } from './stripe/declines.ts'
import { readEvent } from './stripe/events.ts'
import { Account, AccountLink, accountReady, chargedFrom, Intent, Intents, Made, Mades, Refunded } from './stripe/objects.ts'

export type StripeOptions = ClientOptions & {
  /** One, or several after commas: while one is exchanged, and for the endpoint that tells of sellers' accounts. */
  webhookSecret: string
}

/** Stripe's own test and live payment methods. */
const PAYMENT_METHOD = /^pm_\w{1,80}$/
/** A lost charge that the search does not know by then was never made (Stripe: in an outage the search is an hour behind). */
const SEARCHABLE_MS = 3_600_000

/**
 * Stripe Connect, separate charges and transfers (completions 7, Providers): the platform takes the buyer's money, and
 * transfers the seller's part when the sale is done.
 */
export function createStripePayments(options: StripeOptions): Payments {
  const client = createClient(options)
  const secrets = options.webhookSecret.split(',').map((secret) => secret.trim())
  return {
    name: 'stripe',
    methods: ['checkout', 'card'],
    takes,
    charge: (charge) => makeCharge(client, charge),
    look: (charge) => (charge.ref === null ? findCharge(client, charge) : readCharge(client, charge.ref)),
    refund: (refund) => makeRefund(client, refund),
    transfer: (transfer) => makeTransfer(client, transfer),
    openAccount: (seller) => openAccount(client, seller),
    readEvent: (raw, signature, now) => readEvent(secrets, raw, signature, now),
  }
}

const takes = (method: string): boolean => method === 'checkout' || method === 'card' || PAYMENT_METHOD.test(method)

/** `checkout`: a page of Stripe's. `card`: the buyer's page goes on with the client secret. `pm_…`: a card that the page made is charged at once. */
async function makeCharge(client: Client, charge: Charge): Promise<Charged> {
  const { id, amountCents, method, subject } = charge
  if (!takes(method)) throw new PaymentsError('refused', 'The method must be checkout, card, or a payment method of Stripe (pm_…).')
  const form = {
    amount: amountCents,
    currency: 'usd',
    'payment_method_types[0]': 'card',
    transfer_group: subject,
    'metadata[payment]': id,
    ...(method === 'card' ? {} : { payment_method: method, confirm: true }),
  }
  try {
    if (method === 'checkout') return await openCheckout(client, charge)
    return chargedFrom(await client.post('/v1/payment_intents', form, id, Intent))
  } catch (error) {
    if (error instanceof StripeRefusal && error.intent) return { ...chargedFrom(error.intent), ...declined(error) }
    throw refused(error, error instanceof StripeRefusal ? declineWords(error) : '')
  }
}

const declined = (error: StripeRefusal) => ({ status: 'failed' as const, failure: declineWords(error), clientSecret: null })

async function readCharge(client: Client, ref: string): Promise<Charged> {
  try {
    if (isCheckout(ref)) return chargedFromCheckout(await readCheckout(client, ref))
    return chargedFrom(await client.get(`/v1/payment_intents/${encodeURIComponent(ref)}`, {}, Intent))
  } catch (error) {
    throw refused(error, 'The payment is not known to the payment provider.')
  }
}

/** A charge whose answer was lost. The search is a little behind, so it is not believed at once when it finds nothing. */
async function findCharge(client: Client, { id, method, startedAt, now }: Charge): Promise<Charged> {
  // nobody knows the address of a page whose answer was lost, so nobody pays there
  const { data } =
    method === 'checkout'
      ? { data: [] }
      : await client.get('/v1/payment_intents/search', { query: `metadata['payment']:'${id}'` }, Intents).catch((error: unknown) => {
          throw refused(error, 'The payment is not known to the payment provider.')
        })
  if (data[0]) return chargedFrom(data[0])
  if (now.getTime() - startedAt.getTime() < SEARCHABLE_MS)
    throw new PaymentsError('unavailable', 'It is not known yet whether the payment was made.')
  return { ref: null, status: 'failed', failure: 'The payment did not reach the bank. Nothing was taken.', clientSecret: null }
}

/**
 * Idempotency keys are forgotten after a day, and a tired server's 500 is repeated until then. So what was made before is looked
 * for first, by our id: a refund that was tried a week ago is still made once.
 */
async function makeRefund(client: Client, { id, ref, amountCents }: Refund): Promise<{ ref: string }> {
  try {
    const intent = await intentOf(client, ref)
    const before = await madeBefore(client, '/v1/refunds', { payment_intent: intent }, id)
    if (before) return before
    const form = { payment_intent: intent, amount: amountCents, 'metadata[move]': id }
    const made = await client.post('/v1/refunds', form, id, Refunded)
    if (made.status === 'failed' || made.status === 'canceled') throw new PaymentsError('refused', 'The refund was refused by the bank.')
    return { ref: made.id }
  } catch (error) {
    throw refused(error, 'The payment provider refused the refund.')
  }
}

async function makeTransfer(client: Client, { id, account, amountCents, subject, sourceRef }: Transfer): Promise<{ ref: string }> {
  if (account === null) throw new PaymentsError('refused', 'The seller has no payout account yet.')
  try {
    const before = await madeBefore(client, '/v1/transfers', { transfer_group: subject }, id)
    if (before) return before
    const source = sourceRef ? await chargeBehind(client, sourceRef) : null
    const form = {
      amount: amountCents,
      currency: 'usd',
      destination: account,
      transfer_group: subject,
      'metadata[move]': id,
      ...(source ? { source_transaction: source } : {}),
    }
    return { ref: (await client.post('/v1/transfers', form, id, Made)).id }
  } catch (error) {
    if (error instanceof StripeRefusal && error.code === 'balance_insufficient')
      throw new PaymentsError('unavailable', 'The money is not available at the payment provider yet.', { cause: error })
    throw refused(error, "The payment provider refused the seller's account.")
  }
}

/** The charge itself, which a transfer may come out of before its money is available. */
async function chargeBehind(client: Client, ref: string): Promise<string | null> {
  const intent = await intentOf(client, ref)
  return (await client.get(`/v1/payment_intents/${encodeURIComponent(intent)}`, {}, Intent)).latest_charge ?? null
}

async function madeBefore(client: Client, path: string, query: Record<string, string>, id: string): Promise<{ ref: string } | null> {
  const { data } = await client.get(path, { ...query, limit: '100' }, Mades)
  const made = data.find(({ metadata, status }) => metadata['move'] === id && status !== 'failed' && status !== 'canceled')
  return made ? { ref: made.id } : null
}

/** An Express account, and where its owner goes on until it can be paid. The link works once, so each call makes a new one. */
async function openAccount(client: Client, { id, email, ref, returnUrl }: Seller): Promise<SellerAccount> {
  try {
    const account =
      ref === null ? await makeAccount(client, id, email) : await client.get(`/v1/accounts/${encodeURIComponent(ref)}`, {}, Account)
    if (accountReady(account)) return { ref: account.id, ready: true, url: null }
    const form = { account: account.id, type: 'account_onboarding', refresh_url: returnUrl, return_url: returnUrl }
    return { ref: account.id, ready: false, url: (await client.post('/v1/account_links', form, null, AccountLink)).url }
  } catch (error) {
    throw refused(error, 'The payment provider refused to open an account for you.')
  }
}

const makeAccount = (client: Client, id: string, email: string): Promise<z.infer<typeof Account>> =>
  client.post(
    '/v1/accounts',
    { type: 'express', email, 'capabilities[transfers][requested]': true, 'metadata[account]': id },
    `account_${id}`,
    Account,
  )

const refused = (error: unknown, words: string): unknown =>
  error instanceof StripeRefusal ? new PaymentsError('refused', words, { cause: error }) : error
