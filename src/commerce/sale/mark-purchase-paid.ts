import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { received } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { readForSale } from '#catalog/listings/index.ts'
import { recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { readPayment, recordCharge, type PaymentRow } from '#commerce/payments/record.ts'
import { changeOrder } from '#commerce/orders/transition.ts'
import { lockPurchase, writeStatus, type LockedPurchase } from '#commerce/purchases/access.ts'
import { decidePurchase } from '#commerce/purchases/rules.ts'
import { sellOrder } from './mark-order-paid.ts'

/**
 * Applies the result of a payment for a purchase. A successful payment pays for all of its orders. If the payment arrives too late or an
 * item is no longer for sale, everything is refunded. Idempotent; results can arrive in any order. Locks the listings, the purchase and the
 * orders.
 */
export async function markPurchasePaid(tx: Tx, paymentId: string, charged: Charged): Promise<void> {
  const locked = await lockPurchase(tx, (await readPayment(tx, paymentId))!.purchase_id!)
  const payment = await recordCharge(tx, paymentId, charged)
  if (payment?.status === 'succeeded') return takeMoney(tx, locked, payment)
  if (!payment) return
  for (const order of locked.orders)
    if (order.status === 'awaiting_payment') await changeOrder(tx, order, { payment: payment.status === 'pending' ? 'pending' : 'unpaid' })
}

async function takeMoney(tx: Tx, locked: LockedPurchase, payment: PaymentRow): Promise<void> {
  for (const { id, share_cents: cents } of locked.orders) await post(tx, received({ orderId: id }, cents!))
  const waits = decidePurchase('pay', 'provider', locked.row, tx.now()).kind === 'move'
  if (waits && (await sellAll(tx, locked))) return
  for (const { id, share_cents: cents } of locked.orders) await recordRefundDue(tx, payment.id, { orderId: id }, cents!)
}

/** Marks all items of a purchase as sold, or none of them. Returns false if any item is no longer for sale. */
async function sellAll(tx: Tx, { row, orders }: LockedPurchase): Promise<boolean> {
  for (const { listing_id: id, status } of orders)
    if (status !== 'awaiting_payment' || (await readForSale(tx, id))?.status !== 'live') return false
  await writeStatus(tx, row.id, 'paid')
  for (const order of orders)
    if (!(await sellOrder(tx, order, 'provider')))
      throw new Error(`purchase ${row.id} cannot sell ${order.listing_id}, which is locked and live`)
  return true
}
