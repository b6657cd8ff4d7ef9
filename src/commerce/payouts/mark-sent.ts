import type { Sent } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { chargedBack, givenBack, paidOut, reversed, type LedgerLine, type MoneySubject } from '#commerce/ledger/rules.ts'
import { priceText } from '#core/format/money.ts'
import { post } from '#commerce/ledger/index.ts'
import { followTransfer } from '#commerce/payment-exceptions/follow.ts'
import { coverByTransfer, openCase } from '#commerce/payment-exceptions/index.ts'
import { findOrder } from '#commerce/orders/access.ts'
import { recordSellerEvent } from '#commerce/orders/notify.ts'
import { recordExcessRefund } from '#commerce/payments/refunds-due.ts'
import { writePayout } from '#commerce/orders/payout.ts'
import type { TransferRow } from '#commerce/payments/transfers/index.ts'
import * as queries from '#commerce/payments/transfers/index.ts'
import { lockPayout } from './claim.ts'
import { markSent } from './queries.ts'

/**
 * Records that a transfer was sent, with the reference and amount in `made`. Idempotent. Updates the ledger, the payment exceptions and the
 * payout status, and records `payout.sent` for the payout of an order.
 */
export async function settlePayout(tx: Tx, id: string, made: Sent): Promise<void> {
  const { transfer, order } = (await lockPayout(tx, id))!
  if (transfer.status !== 'due' && transfer.status !== 'held') return
  const { amount_cents: cents, kind } = transfer
  await markSent(tx.db, id, { ...made, now: tx.now() })
  await post(tx, linesOf(transfer, made.amountCents))
  if (kind === 'reversal') await coverByTransfer(tx, id, Math.min(cents, made.amountCents))
  await followTransfer(tx, id, 0)
  if (made.amountCents !== cents) await doubtAmount(tx, transfer, made)
  if (kind === 'refund' || !order) return
  await writePayout(tx, order.id)
  if (kind === 'payout') await recordSellerEvent(tx, 'payout.sent', (await findOrder(tx, order.id))!)
}

/**
 * Returns the ledger lines for a sent transfer. The due amount comes from escrow or from the seller's balance; the service advances any
 * amount above that.
 */
function linesOf(transfer: TransferRow, sentCents: number): LedgerLine[] {
  const subject: MoneySubject = transfer.order_id === null ? { holdId: transfer.hold_id! } : { orderId: transfer.order_id }
  const cents = Math.min(transfer.amount_cents, sentCents)
  const more = sentCents - cents
  if (transfer.kind === 'reversal') return reversed(subject, { debtCents: cents, sellerCents: more })
  if (transfer.kind === 'refund') return [...givenBack(subject, cents), ...chargedBack(subject, more)]
  return [...paidOut(subject, cents), ...reversed(subject, { debtCents: -more, sellerCents: 0 })]
}

/**
 * Opens a payment exception if the sent amount differs from the due amount. The ledger records the sent amount. If it is too low, the
 * difference becomes a held transfer, which an operator must review.
 */
async function doubtAmount(tx: Tx, transfer: TransferRow, { ref, amountCents }: Sent): Promise<void> {
  const missingCents = transfer.amount_cents - amountCents
  const reason = `The provider sent ${priceText(amountCents)} instead of ${priceText(transfer.amount_cents)}.`
  tx.log.error({ transfer: transfer.id, ref, amountCents }, 'the payment provider sent a different amount than requested')
  const about = {
    orderId: transfer.order_id,
    holdId: transfer.hold_id,
    paymentId: transfer.payment_id,
    accountId: transfer.kind === 'refund' ? null : transfer.account_id,
    reason,
  }
  await openCase(tx, { ...about, kind: 'mismatch', ref, transferId: transfer.id, amountCents: Math.abs(missingCents) })
  if (missingCents < 0 && transfer.kind === 'refund') await recordExcessRefund(tx, transfer.payment_id!, -missingCents)
  if (missingCents <= 0 || transfer.kind === 'reversal') return
  const restId = tx.newId('mov')
  const { kind, payment_id, account_id, order_id, hold_id } = transfer
  const times = { next_try_at: tx.now(), created_at: tx.now() }
  const rest = { kind, payment_id, account_id, order_id, hold_id, of_move: transfer.id, amount_cents: missingCents, ...times }
  await queries.insertTransfer(tx.db, { ...rest, id: restId, status: 'held' })
  const failed = kind === 'refund' ? 'refund_failed' : 'transfer_failed'
  await openCase(tx, { ...about, kind: failed, ref: restId, transferId: restId, amountCents: missingCents })
}
