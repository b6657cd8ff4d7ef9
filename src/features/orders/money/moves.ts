import type { Context } from '#context.ts'
import { earned } from '#domain/ledger.ts'
import { sharesOf } from '#domain/order.ts'
import { post } from '#features/ledger/service.ts'
import type { OrderRow } from '#features/orders/queries.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

/**
 * Owes a buyer money back along the payments it came by, the latest first, in the transaction that decided it; the
 * settlement worker sends it. Throws when less was paid than that: a fault of ours (completions 7, "the sum of refunds
 * never passes what was paid").
 */
export async function refundOrder(tx: Context, row: OrderRow, amountCents: number): Promise<void> {
  let left = amountCents
  for (const payment of await queries.paidFor(tx.db, row)) {
    const cents = Math.min(left, payment.amount_cents - payment.refunded_cents)
    await refundPayment(tx, row.id, payment, cents)
    left -= cents
  }
  if (left > 0) throw new Error(`order ${row.id} would give back ${left} cents more than was paid`)
}

/** Owes back a part of one payment, or all of one that came too late to buy anything. */
export async function refundPayment(tx: Context, orderId: string, payment: PaymentRow, amountCents: number): Promise<void> {
  if (amountCents === 0) return
  const now = tx.now()
  await queries.updatePayment(tx.db, payment.id, { refunded_cents: payment.refunded_cents + amountCents, updated_at: now })
  await queries.insertMove(tx.db, {
    id: tx.newId('mov'),
    kind: 'refund',
    order_id: orderId,
    payment_id: payment.id,
    account_id: payment.buyer_id,
    amount_cents: amountCents,
    next_try_at: now,
    created_at: now,
  })
}

/** A completed order: what is held becomes the seller's, less the fee, and is owed to them once (completions 7). */
export async function payOutOrder(tx: Context, row: OrderRow): Promise<void> {
  const totalCents = row.item_cents + row.shipping_cents
  const { sellerCents, feeCents } = sharesOf({ totalCents, refundedCents: row.refunded_cents, feeCents: row.fee_cents })
  await post(tx, earned({ orderId: row.id }, sellerCents + feeCents, feeCents))
  if (sellerCents === 0) return
  const now = tx.now()
  await queries.insertMove(tx.db, {
    id: tx.newId('mov'),
    kind: 'payout',
    order_id: row.id,
    account_id: row.seller_id,
    amount_cents: sellerCents,
    next_try_at: now,
    created_at: now,
  })
}
