import type { ProviderUpdate } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { refundReturned, reversed, type MoneySubject } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { writePayout } from '#commerce/orders/payout.ts'
import { coverByHand, retryTransfer } from '#commerce/payments/transfers/retry.ts'
import { lockPayout } from '#commerce/payouts/claim.ts'
import * as moves from '#commerce/payments/transfers/index.ts'
import type { TransferRow } from '#commerce/payments/transfers/index.ts'
import { findAccountByRef } from '#commerce/payments/accounts.ts'
import { retryLater } from './retry-later.ts'

type Of<Kind extends ProviderUpdate['kind']> = Extract<ProviderUpdate, { kind: Kind }>
type Outcome = 'used' | 'seen' | 'foreign' | 'mismatch'

/**
 * Applies a failed refund: the money returns to escrow and remains owed until an operator resends it or pays it manually. A refund that
 * failed before it was recorded as sent is retried. Locks the order or hold, then the transfer.
 */
export async function applyRefund(tx: Tx, news: Of<'refund'>, comesAgain: boolean): Promise<Outcome> {
  const { ref, move: id, amountCents, currency, failed, reason } = news
  const move = await lockMoveOf(tx, id, 'refund')
  if (!move) return 'foreign'
  if (failed && move.sending_since !== null) return wait(tx, move, ref, comesAgain)
  if (!failed || move.status !== 'sent') return 'seen'
  if (move.provider_ref !== ref || move.amount_cents !== amountCents || currency !== 'usd')
    return doubt(
      tx,
      move,
      ref,
      `the amount is ${amountCents} cents in ${currency.toUpperCase()}, but ${move.amount_cents} cents in USD were sent`,
    )
  await moves.failTransfer(tx.db, move.id)
  await post(tx, refundReturned(subjectOf(move), move.amount_cents))
  const again = tx.newId('mov')
  await moves.insertTransfer(tx.db, {
    ...{ id: again, kind: 'refund', status: 'held', of_move: move.id, payment_id: move.payment_id, account_id: move.account_id },
    ...{ order_id: move.order_id, hold_id: move.hold_id, amount_cents: move.amount_cents },
    ...{ next_try_at: tx.now(), created_at: tx.now() },
  })
  await openCase(tx, { kind: 'refund_failed', ref, ...aboutOf(move), moveId: again, amountCents: move.amount_cents, reason })
  return 'used'
}

/**
 * Applies a reversal of a payout that was made outside this service. It first reduces the payout's unsent reversals. The rest is owed to
 * the seller again and held for an operator's review. Locks the order or hold, then the transfer.
 */
export async function applyTransfer(tx: Tx, news: Of<'transfer'>, comesAgain: boolean): Promise<Outcome> {
  const { ref, move: id, amountCents, currency, reversedCents } = news
  const move = await lockMoveOf(tx, id, 'payout')
  if (!move) return 'foreign'
  if (move.provider_ref !== null && move.provider_ref !== ref)
    return doubt(tx, move, ref, `the money was sent with the reference ${move.provider_ref}`)
  if (move.amount_cents !== amountCents || currency !== 'usd' || reversedCents > amountCents)
    return doubt(
      tx,
      move,
      ref,
      `the amount is ${amountCents} cents in ${currency.toUpperCase()}, but ${move.amount_cents} cents in USD were sent`,
    )
  const subject = move.order_id === null ? { holdId: move.hold_id! } : { orderId: move.order_id }
  if (move.status === 'due' || (await moves.isBeingReversed(tx.db, move.id))) return wait(tx, move, ref, comesAgain)
  if (move.status !== 'sent') return 'seen'
  const cents = reversedCents - (await moves.reversedByHand(tx.db, move.id))
  if (cents <= 0) return 'seen'
  await moves.insertTransfer(tx.db, {
    ...{ id: tx.newId('mov'), kind: 'reversal', status: 'sent', of_move: move.id, provider_ref: `${ref}/${reversedCents}` },
    ...{ account_id: move.account_id, order_id: move.order_id, hold_id: move.hold_id, amount_cents: cents },
    ...{ next_try_at: tx.now(), created_at: tx.now(), sent_at: tx.now() },
  })
  const debtCents = await coverByHand(tx, move.id, cents)
  await post(tx, reversed(subject, { debtCents, sellerCents: cents - debtCents }))
  if (cents > debtCents) await oweAgain(tx, move, `${ref}/${reversedCents}`, cents - debtCents)
  if (move.order_id !== null) await writePayout(tx, move.order_id)
  return 'used'
}

async function oweAgain(tx: Tx, move: TransferRow, ref: string, cents: number): Promise<void> {
  const subject = move.order_id === null ? { holdId: move.hold_id! } : { orderId: move.order_id }
  const again = await retryTransfer(tx, subject, { of_move: move.id, account_id: move.account_id, amount_cents: cents }, 'held')
  await openCase(tx, { kind: 'transfer_reversed', ref, ...aboutOf(move), moveId: again, amountCents: cents, reason: null })
}

/** Opens a payment exception when the seller's bank rejects a payout. The money stays in the seller's account at the provider. */
export async function applyPayoutFailed(tx: Tx, { ref, account, amountCents, reason }: Of<'payout_failed'>): Promise<Outcome> {
  const known = await findAccountByRef(tx, tx.payments!.name, account)
  if (!known) return 'foreign'
  const opened = await openCase(tx, { kind: 'payout_failed', ref, accountId: known.account_id, amountCents, reason })
  return opened ? 'used' : 'seen'
}

async function lockMoveOf(tx: Tx, id: string | null, kind: TransferRow['kind']): Promise<TransferRow | null> {
  const move = id === null ? undefined : (await lockPayout(tx, id))?.move
  return move?.kind === kind ? move : null
}

/** Handles an event about a transfer that is still being sent: the provider resends the event, or a payment exception is opened. */
function wait(tx: Tx, move: TransferRow, ref: string, comesAgain: boolean): Promise<'mismatch'> {
  const why = 'the transfer is not recorded yet'
  if (comesAgain) throw retryLater(why)
  return doubt(tx, move, ref, why)
}

async function doubt(tx: Tx, move: TransferRow, ref: string, reason: string): Promise<'mismatch'> {
  tx.log.warn({ move: move.id, ref, reason }, 'the payment provider reported an implausible refund or transfer')
  await openCase(tx, { kind: 'mismatch', ref, ...aboutOf(move), moveId: move.id, amountCents: move.amount_cents, reason })
  return 'mismatch'
}

const subjectOf = ({ order_id, hold_id }: TransferRow): MoneySubject => (order_id === null ? { holdId: hold_id! } : { orderId: order_id })

const aboutOf = ({ kind, order_id, hold_id, payment_id, account_id }: TransferRow) => ({
  orderId: order_id,
  holdId: hold_id,
  paymentId: payment_id,
  accountId: kind === 'refund' ? null : account_id,
})
