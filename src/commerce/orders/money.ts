import type { Tx } from '#platform/context/index.ts'
import { earned, postageEarned, postageRecovered } from '#commerce/ledger/rules.ts'
import { sharesOf } from '#commerce/orders/rules/order.ts'
import { post } from '#commerce/ledger/index.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import { recordRefundDue, oweSeller } from '#commerce/payments/refunds-due.ts'
import { lockPaidFor } from '#commerce/payments/record.ts'

/** Returns the amount still to be paid, in cents: the total minus the deposit. */
export const dueOf = (row: OrderRow): number => row.item_cents + row.shipping_cents - row.deposit_cents

/**
 * Distributes a refund among the payments for an order, latest first, in the transaction that decides the refund. The settlement worker
 * sends the refund later. Throws if the refund exceeds the payments, which can only be a bug (spec: completions 7, "the sum of refunds
 * never passes what was paid").
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

/**
 * Moves the escrow of a completed order to the seller, minus the fee, and records the payout once (spec: completions 7). The seller's share
 * first pays for the order's shipping label, then for unpaid labels of earlier orders. The share never becomes negative (spec: completions
 * 13.9).
 */
export async function payOutOrder(tx: Tx, row: OrderRow): Promise<OrderRow> {
  const totalCents = row.item_cents + row.shipping_cents
  const { sellerCents, feeCents } = sharesOf({ totalCents, refundedCents: row.refunded_cents, feeCents: row.fee_cents })
  const labelCents = Math.min(row.label_cents, sellerCents)
  await post(tx, earned({ orderId: row.id }, sellerCents + feeCents, feeCents))
  await post(tx, postageEarned({ orderId: row.id }, labelCents))
  const recoveredCents = await recoverPostage(tx, row, sellerCents - labelCents)
  const leftCents = sellerCents - labelCents - recoveredCents
  const paid = { label_paid_cents: labelCents, recovered_cents: recoveredCents, ...(leftCents > 0 ? {} : { payout: 'none' as const }) }
  if (labelCents + recoveredCents > 0) await queries.updateOrder(tx.db, row.id, paid)
  await oweSeller(tx, row.seller_id, { orderId: row.id }, leftCents)
  return { ...row, ...paid }
}

/**
 * Uses up to `cents` of the seller's share to pay for labels of earlier orders that were refunded after shipping. Returns how much was
 * used, in cents.
 */
async function recoverPostage(
  tx: Tx,
  { id, seller_id: sellerId, has_unpaid_labels: isDue = true }: OrderRow,
  cents: number,
): Promise<number> {
  if (!isDue) return 0
  let left = cents
  for (const order of await queries.lockUnpaidLabels(tx.db, sellerId)) {
    const part = Math.min(left, order.label_cents - order.label_paid_cents - order.label_recovered_cents)
    if (part === 0) break
    await queries.updateOrder(tx.db, order.id, { label_recovered_cents: order.label_recovered_cents + part })
    await post(tx, postageRecovered(id, order.id, part))
    left -= part
  }
  return cents - left
}
