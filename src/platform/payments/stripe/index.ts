import { createClient, type ClientOptions } from './client.ts'
import type { Payments } from '#platform/payments/index.ts'
import { openAccount } from './accounts.ts'
import { retrieveCharge, makeCharge, takes } from './charges.ts'
import { changeCustomer, createCustomer, deleteCustomer, listCards, removeCard } from './customers.ts'
import { readEvent } from './events.ts'
import { makeRefund, makeReversal, makeTransfer } from './transfers.ts'
import { fetchUpdate } from './updates.ts'

export type StripeOptions = ClientOptions & {
  /** Webhook secrets, separated by commas: one per endpoint and, while a secret is being replaced, also the old secret. */
  webhookSecret: string
}

/**
 * Creates payments with Stripe Connect, using separate charges and transfers (spec: completions 7, Providers). The platform receives the
 * buyer's payment and transfers the seller's share after the sale.
 */
export function createStripePayments(options: StripeOptions): Payments {
  const client = createClient(options)
  const secrets = options.webhookSecret.split(',').map((secret) => secret.trim())
  const live = /^[rs]k_live_/.test(options.secretKey)
  return {
    name: 'stripe',
    mode: live ? 'live' : 'test',
    methods: ['checkout', 'card'],
    takes,
    offersCards: (method) => method === 'checkout',
    charge: (charge) => makeCharge(client, charge),
    retrieveCharge: (charge) => retrieveCharge(client, charge),
    refund: (refund) => makeRefund(client, refund),
    transfer: (transfer) => makeTransfer(client, transfer),
    reverse: (reversal) => makeReversal(client, reversal),
    openAccount: (seller) => openAccount(client, seller),
    createCustomer: (customer) => createCustomer(client, customer),
    changeCustomer: (ref, email) => changeCustomer(client, ref, email),
    deleteCustomer: (customer) => deleteCustomer(client, customer),
    listCards: (customerRef) => listCards(client, customerRef),
    removeCard: (customerRef, cardRef) => removeCard(client, customerRef, cardRef),
    readEvent: (raw, signature, now) => readEvent(secrets, live, raw, signature, now),
    fetchNews: (about) => fetchUpdate(client, about),
  }
}
