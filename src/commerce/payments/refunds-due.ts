import type { MoneySubject } from '#commerce/ledger/rules.ts'
import type { Tx, Core } from '#platform/context/index.ts'
import { insertTransfer } from './transfers/queries.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

/**
 * Records that a refund of `amountCents` is due. Without `amountCents`, everything that can still be refunded is due. The settlement worker
 * sends the refund and records it in the ledger. Locks the payment. The database rejects a total above the paid amount.
 */
export async function recordRefundDue(tx: Tx, paymentId: string, subject: MoneySubject, amountCents?: number): Promise<void> {
  const payment = await queries.lockPayment(tx.db, paymentId)
  const cents = amountCents ?? payment.amount_cents - payment.refunded_cents - payment.charged_back_cents
  if (cents === 0) return
  await queries.updatePayment(tx.db, paymentId, { refunded_cents: payment.refunded_cents + cents, updated_at: tx.now() })
  await insertTransfer(tx.db, newTransfer(tx, 'refund', subject, payment.buyer_id, cents, paymentId))
}

/** Records that the provider refunded more than was due, and reduces the remaining refundable amount. */
export async function recordExcessRefund(tx: Tx, paymentId: string, cents: number): Promise<void> {
  const { amount_cents, refunded_cents, charged_back_cents } = await queries.lockPayment(tx.db, paymentId)
  const refunded = Math.min(refunded_cents + cents, amount_cents - charged_back_cents)
  await queries.updatePayment(tx.db, paymentId, { refunded_cents: refunded, updated_at: tx.now() })
}

/** Records that a payout to a seller is due. Idempotent: there is one payout per order, or per deposit that the seller keeps. */
export async function oweSeller(tx: Tx, sellerId: string, subject: MoneySubject, amountCents: number): Promise<void> {
  if (amountCents > 0) await insertTransfer(tx.db, newTransfer(tx, 'payout', subject, sellerId, amountCents, null))
}

/** Returns the payment that succeeded for an order or a hold. */
export const arrivedPayment = async (ctx: Core, subject: MoneySubject): Promise<PaymentRow | null> =>
  (await queries.arrivedPaymentOf(ctx.db, subject)) ?? null

const newTransfer = (
  tx: Tx,
  kind: 'refund' | 'payout',
  { orderId = null, holdId = null }: MoneySubject | { orderId?: null; holdId?: null },
  accountId: string,
  amountCents: number,
  paymentId: string | null,
) => ({
  id: tx.newId('mov'),
  kind,
  order_id: orderId,
  hold_id: holdId,
  payment_id: paymentId,
  account_id: accountId,
  amount_cents: amountCents,
  next_try_at: tx.now(),
  created_at: tx.now(),
})
