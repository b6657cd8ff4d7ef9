import type { Stripe } from 'stripe'
import type { Refund, Reversal, Sent, Transfer } from '#platform/payments/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { idOf, intentOf } from './checkout.ts'
import { asPaymentsError, isOtherUnderKey, isRefusal } from './client.ts'

/*
 * Stripe forgets idempotency keys after a day; until then, it repeats even a 500 response. Each call therefore searches for our id in the
 * metadata first, so that a refund is made only once even if it is retried after a week.
 */

export async function makeRefund(client: Stripe, { id, ref, amountCents }: Refund): Promise<Sent> {
  try {
    const intent = await intentOf(client, ref)
    const all = await client.refunds.list({ payment_intent: intent, limit: 100 })
    const before = madeBefore(all, id)
    if (before) return before
    const refund = { payment_intent: intent, amount: amountCents, metadata: { move: id } }
    // uses a new key after a failed refund, because Stripe would repeat the failure for the old key
    const failed = all.data.filter((one) => one.metadata?.['move'] === id).length
    const made = await client.refunds.create(refund, { idempotencyKey: failed === 0 ? id : `${id}_${failed}` })
    if (isOff(made)) throw new PaymentsError('refused', 'The bank declined the refund.')
    return sentOf(made)
  } catch (error) {
    throw moneyError(error, 'The payment provider declined the refund.')
  }
}

export async function makeTransfer(client: Stripe, transfer: Transfer): Promise<Sent> {
  const { id, account, amountCents, subject, sourceRef } = transfer
  try {
    const before = madeBefore(await client.transfers.list({ transfer_group: subject, limit: 100 }), id)
    if (before) return before
    if (account === null) throw new PaymentsError('refused', 'The seller has no payout account yet.')
    const source = sourceRef ? await chargeBehind(client, sourceRef) : null
    const made = await client.transfers.create(
      {
        amount: amountCents,
        currency: 'usd',
        destination: account,
        transfer_group: subject,
        metadata: { move: id },
        ...(source ? { source_transaction: source } : {}),
      },
      { idempotencyKey: id },
    )
    return sentOf(made)
  } catch (error) {
    throw moneyError(error, "The payment provider rejected the seller's account.")
  }
}

/** Reverses a transfer to a seller's Stripe account, in full or in part. */
export async function makeReversal(client: Stripe, { id, ref, amountCents }: Reversal): Promise<Sent> {
  try {
    const before = madeBefore(await client.transfers.listReversals(ref, { limit: 100 }), id)
    if (before) return before
    const made = await client.transfers.createReversal(ref, { amount: amountCents, metadata: { move: id } }, { idempotencyKey: id })
    return sentOf(made)
  } catch (error) {
    throw moneyError(error, 'The payment provider could not recover the money from the seller.')
  }
}

/**
 * Converts a Stripe error. An insufficient balance is temporary; other refusals are final. If our idempotency key was used with different
 * fields, the earlier request's result stays unknown until Stripe deletes the key.
 */
function moneyError(error: unknown, message: string): unknown {
  if (isOtherUnderKey(error)) return new PaymentsError('unknown', 'The result of the transfer is not known yet.', { cause: error })
  if (isRefusal(error) && error.code === 'balance_insufficient')
    return new PaymentsError('no_funds', 'The money is not yet available at the payment provider.', { cause: error })
  return asPaymentsError(error, message)
}

/** Returns the charge of a payment intent. A transfer that names its charge can be made before the money reaches the balance. */
async function chargeBehind(client: Stripe, ref: string): Promise<string | null> {
  const { latest_charge } = await client.paymentIntents.retrieve(await intentOf(client, ref))
  return latest_charge === null ? null : idOf(latest_charge)
}

type Made = { id: string; amount: number; status?: string | null; metadata: Record<string, string> | null }

const sentOf = ({ id, amount }: Pick<Made, 'id' | 'amount'>): Sent => ({ ref: id, amountCents: amount })

const isOff = ({ status }: Pick<Made, 'status'>): boolean => status === 'failed' || status === 'canceled'

function madeBefore({ data }: { data: readonly Made[] }, id: string): Sent | null {
  const made = data.find((one) => one.metadata?.['move'] === id && !isOff(one))
  return made ? sentOf(made) : null
}
