import type { Stripe } from 'stripe'
import type { EventSubject, ProviderUpdate } from '#platform/payments/index.ts'
import { readAccount } from './accounts.ts'
import { chargedFrom } from './charges.ts'
import { chargedFromCheckout, idOf } from './checkout.ts'
import { asPaymentsError, isForbidden, isUnknown } from './client.ts'

/**
 * Fetches the object of an event. The event's content is not used, so duplicate, late or forged events do no harm. Returns null if Stripe
 * does not know the object. Errors: `unavailable`; Stripe then resends the event.
 */
export async function fetchUpdate(client: Stripe, about: EventSubject): Promise<ProviderUpdate | null> {
  try {
    return await FETCHERS[about.kind](client, about)
  } catch (error) {
    // treats an account that left the platform as unknown; the same error for the service's own account means that the API key lacks
    // permissions
    if (isUnknown(error) || (isForbidden(error) && about.account !== null)) return null
    throw asPaymentsError(error, 'The payment provider does not report this.')
  }
}

const FETCHERS: Readonly<Record<EventSubject['kind'], (client: Stripe, about: EventSubject) => Promise<ProviderUpdate | null>>> = {
  async intent(client, { ref }) {
    const intent = await client.paymentIntents.retrieve(ref)
    // ignores the payment intent of a payment page, because its session reports the result
    if (intent.metadata['checkout'] !== undefined) return null
    return { kind: 'charge', payment: intent.metadata['payment'] ?? null, ref, charged: chargedFrom(intent) }
  },
  async checkout(client, { ref }) {
    const session = await client.checkout.sessions.retrieve(ref)
    return { kind: 'charge', payment: session.metadata?.['payment'] ?? null, ref, charged: await chargedFromCheckout(client, session) }
  },
  async dispute(client, { ref }) {
    const dispute = await client.disputes.retrieve(ref)
    const { amount, currency, status, balance_transactions: entries, evidence_details, reason } = dispute
    const intent = dispute.payment_intent === null ? null : await client.paymentIntents.retrieve(idOf(dispute.payment_intent))
    return {
      kind: 'chargeback',
      ref,
      payment: intent?.metadata['payment'] ?? intent?.metadata['checkout'] ?? null,
      chargeRef: intent?.id ?? null,
      amountCents: amount,
      currency,
      stage: stageOf(status),
      takenCents: Math.max(0, -entries.reduce((sum, one) => sum + one.amount, 0)),
      entries: entries.length,
      reason,
      dueBy: evidence_details.due_by ? new Date(evidence_details.due_by * 1000) : null,
    }
  },
  async refund(client, { ref }) {
    const { amount, currency, status, metadata, failure_reason } = await client.refunds.retrieve(ref)
    const failed = status === 'failed' || status === 'canceled'
    return { kind: 'refund', ref, move: metadata?.['move'] ?? null, amountCents: amount, currency, failed, reason: failure_reason ?? null }
  },
  async transfer(client, { ref }) {
    const { amount, currency, metadata } = await client.transfers.retrieve(ref)
    const { data } = await client.transfers.listReversals(ref, { limit: 100 })
    // excludes the service's own reversals, which are already recorded and have an id in `move`
    const others = data.filter((one) => one.metadata?.['move'] === undefined)
    const reversedCents = others.reduce((sum, one) => sum + one.amount, 0)
    return { kind: 'transfer', ref, move: metadata['move'] ?? null, amountCents: amount, currency, reversedCents }
  },
  async payout(client, { ref, account }) {
    const { amount, currency, status, failure_code } = await client.payouts.retrieve(ref, {}, { stripeAccount: account! })
    const news = { ref, account: account!, amountCents: amount, currency, reason: failure_code ?? null }
    return status === 'failed' ? { kind: 'payout_failed', ...news } : null
  },
  account: async (client, { ref }) => ({ kind: 'account', account: await readAccount(client, ref) }),
}

/** Converts a dispute's status. During an inquiry, no money is withheld. A closed inquiry and the status `prevented` count as won. */
function stageOf(status: Stripe.Dispute.Status): 'inquiry' | 'open' | 'won' | 'lost' {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'inquiry'
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}
