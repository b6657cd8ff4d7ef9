import type { Tx } from '#platform/context/index.ts'
import { earned } from '#commerce/ledger/rules.ts'
import { sharesOf } from '#commerce/orders/rules/order.ts'
import { post } from '#commerce/ledger/index.ts'
import type { OrderRow } from './queries.ts'
import { recordRefundDue, oweSeller } from '#commerce/payments/refunds-due.ts'
import { lockPaidFor } from '#commerce/payments/record.ts'

/** Returns the amount to pay in cents: the total minus the deposit. */
export const dueOf = (row: OrderRow): number => row.item_cents + row.shipping_cents - row.deposit_cents

/**
 * Distributes a refund over the payments of an order, latest first, in the transaction that decided the refund. The settlement worker sends
 * it. Throws when the refund exceeds the payments, which would be a bug (spec: completions 7, "the sum of refunds never passes what was
 * paid").
 */
export async function refundOrder(tx: Tx, row: OrderRow, amountCents: number): Promise<void> {
  if (amountCents === 0) return
  let left = amountCents
  for (const payment of await lockPaidFor(tx, row)) {
    const cents = Math.min(left, payment.amount_cents - payment.refunded_cents - payment.charged_back_cents)
    await recordRefundDue(tx, payment.id, { orderId: row.id }, cents)
    left -= cents
  }
  if (left > 0) throw new Error(`order ${row.id} would refund ${left} cents more than was paid`)
}

/** Moves the escrow of a completed order to the seller, minus the fee, and records the payout once (spec: completions 7). */
export async function payOutOrder(tx: Tx, row: OrderRow): Promise<void> {
  const totalCents = row.item_cents + row.shipping_cents
  const { sellerCents, feeCents } = sharesOf({ totalCents, refundedCents: row.refunded_cents, feeCents: row.fee_cents })
  await post(tx, earned({ orderId: row.id }, sellerCents + feeCents, feeCents))
  await oweSeller(tx, row.seller_id, { orderId: row.id }, sellerCents)
}
