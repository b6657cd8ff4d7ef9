import type { ProviderUpdate } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { refundReturned, reversed, type MoneySubject } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { writePayout } from '#commerce/orders/payout.ts'
import { coverByHand, retryTransfer } from '#commerce/payments/transfers/retry.ts'
import { lockPayout } from '#commerce/payouts/claim.ts'
import * as transfers from '#commerce/payments/transfers/index.ts'
import type { TransferRow } from '#commerce/payments/transfers/index.ts'
import { findAccountByRef } from '#commerce/payments/accounts.ts'
import { retryLater } from './retry-later.ts'

type Of<Kind extends ProviderUpdate['kind']> = Extract<ProviderUpdate, { kind: Kind }>
type Outcome = 'used' | 'seen' | 'foreign' | 'mismatch'

/**
 * Applies a failed refund. The money returns to escrow, and the service owes it to the buyer until an operator resends the refund or pays
 * it manually. If the failure came before the refund was recorded as sent, the refund is retried. Locks the order or hold, then the
 * transfer.
 */
export async function applyRefund(tx: Tx, news: Of<'refund'>, isRetried: boolean): Promise<Outcome> {
  const { ref, move: id, amountCents, currency, failed, reason } = news
  const transfer = await lockTransferOf(tx, id, 'refund')
  if (!transfer) return 'foreign'
  if (failed && transfer.sending_since !== null) return wait(tx, transfer, ref, isRetried)
  if (!failed || transfer.status !== 'sent') return 'seen'
  if (transfer.provider_ref !== ref || transfer.amount_cents !== amountCents || currency !== 'usd')
    return doubt(
      tx,
      transfer,
      ref,
      `the amount is ${amountCents} cents in ${currency.toUpperCase()}, but ${transfer.amount_cents} cents in USD were sent`,
    )
  await transfers.failTransfer(tx.db, transfer.id)
  await post(tx, refundReturned(subjectOf(transfer), transfer.amount_cents))
  const again = tx.newId('mov')
  await transfers.insertTransfer(tx.db, {
    ...{
      id: again,
      kind: 'refund',
      status: 'held',
      of_move: transfer.id,
      payment_id: transfer.payment_id,
      account_id: transfer.account_id,
    },
    ...{ order_id: transfer.order_id, hold_id: transfer.hold_id, amount_cents: transfer.amount_cents },
    ...{ next_try_at: tx.now(), created_at: tx.now() },
  })
  await openCase(tx, { kind: 'refund_failed', ref, ...aboutOf(transfer), transferId: again, amountCents: transfer.amount_cents, reason })
  return 'used'
}

/**
 * Applies a payout reversal that someone made outside this service. The amount first reduces the unsent reversals of the payout. The
 * service owes the remaining amount to the seller again, but holds it until an operator has reviewed it. Locks the order or hold, then the
 * transfer.
 */
export async function applyTransfer(tx: Tx, news: Of<'transfer'>, isRetried: boolean): Promise<Outcome> {
  const { ref, move: id, amountCents, currency, reversedCents } = news
  const transfer = await lockTransferOf(tx, id, 'payout')
  if (!transfer) return 'foreign'
  if (transfer.provider_ref !== null && transfer.provider_ref !== ref)
    return doubt(tx, transfer, ref, `the money was sent with the reference ${transfer.provider_ref}`)
  if (transfer.amount_cents !== amountCents || currency !== 'usd' || reversedCents > amountCents)
    return doubt(
      tx,
      transfer,
      ref,
      `the amount is ${amountCents} cents in ${currency.toUpperCase()}, but ${transfer.amount_cents} cents in USD were sent`,
    )
  const subject = transfer.order_id === null ? { holdId: transfer.hold_id! } : { orderId: transfer.order_id }
  if (transfer.status === 'due' || (await transfers.isBeingReversed(tx.db, transfer.id))) return wait(tx, transfer, ref, isRetried)
  if (transfer.status !== 'sent') return 'seen'
  const cents = reversedCents - (await transfers.reversedByHand(tx.db, transfer.id))
  if (cents <= 0) return 'seen'
  await transfers.insertTransfer(tx.db, {
    ...{ id: tx.newId('mov'), kind: 'reversal', status: 'sent', of_move: transfer.id, provider_ref: `${ref}/${reversedCents}` },
    ...{ account_id: transfer.account_id, order_id: transfer.order_id, hold_id: transfer.hold_id, amount_cents: cents },
    ...{ next_try_at: tx.now(), created_at: tx.now(), sent_at: tx.now() },
  })
  const debtCents = await coverByHand(tx, transfer.id, cents)
  await post(tx, reversed(subject, { debtCents, sellerCents: cents - debtCents }))
  if (cents > debtCents) await oweAgain(tx, transfer, `${ref}/${reversedCents}`, cents - debtCents)
  if (transfer.order_id !== null) await writePayout(tx, transfer.order_id)
  return 'used'
}

async function oweAgain(tx: Tx, transfer: TransferRow, ref: string, cents: number): Promise<void> {
  const subject = transfer.order_id === null ? { holdId: transfer.hold_id! } : { orderId: transfer.order_id }
  const again = await retryTransfer(tx, subject, { of_move: transfer.id, account_id: transfer.account_id, amount_cents: cents }, 'held')
  await openCase(tx, { kind: 'transfer_reversed', ref, ...aboutOf(transfer), transferId: again, amountCents: cents, reason: null })
}

/** Opens a payment exception if the seller's bank rejects a payout. The money remains in the seller's account at the provider. */
export async function applyPayoutFailed(tx: Tx, { ref, account, amountCents, reason }: Of<'payout_failed'>): Promise<Outcome> {
  const known = await findAccountByRef(tx, tx.payments!.name, account)
  if (!known) return 'foreign'
  const opened = await openCase(tx, { kind: 'payout_failed', ref, accountId: known.account_id, amountCents, reason })
  return opened ? 'used' : 'seen'
}

async function lockTransferOf(tx: Tx, id: string | null, kind: TransferRow['kind']): Promise<TransferRow | null> {
  const transfer = id === null ? undefined : (await lockPayout(tx, id))?.transfer
  return transfer?.kind === kind ? transfer : null
}

/**
 * Handles an event about a transfer that is still being sent. As long as the provider still resends the event, asks for this. After that,
 * opens a payment exception.
 */
function wait(tx: Tx, transfer: TransferRow, ref: string, isRetried: boolean): Promise<'mismatch'> {
  const why = 'the transfer is not recorded yet'
  if (isRetried) throw retryLater(why)
  return doubt(tx, transfer, ref, why)
}

async function doubt(tx: Tx, transfer: TransferRow, ref: string, reason: string): Promise<'mismatch'> {
  tx.log.warn({ move: transfer.id, ref, reason }, 'the payment provider reported an implausible refund or transfer')
  await openCase(tx, { kind: 'mismatch', ref, ...aboutOf(transfer), transferId: transfer.id, amountCents: transfer.amount_cents, reason })
  return 'mismatch'
}

const subjectOf = ({ order_id, hold_id }: TransferRow): MoneySubject => (order_id === null ? { holdId: hold_id! } : { orderId: order_id })

const aboutOf = ({ kind, order_id, hold_id, payment_id, account_id }: TransferRow) => ({
  orderId: order_id,
  holdId: hold_id,
  paymentId: payment_id,
  accountId: kind === 'refund' ? null : account_id,
})
