import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { findPayment, type PaymentName } from '#commerce/payments/record.ts'
import { markHoldPaid } from './mark-hold-paid.ts'
import { markOrderPaid } from './mark-order-paid.ts'
import { markPurchasePaid } from './mark-purchase-paid.ts'

/**
 * Applies the result of a payment to the order, hold or purchase (spec: completions 7). The result can come from a response, a poll or a
 * webhook. Results for unknown payments are ignored.
 */
export async function applyCharge(tx: Tx, payment: PaymentName, charged: Charged): Promise<'used' | 'foreign'> {
  const row = await findPayment(tx, payment)
  if (!row) {
    tx.log.warn({ payment }, 'the payment provider reported an unknown payment')
    return 'foreign'
  }
  if (row.purchase_id !== null) await markPurchasePaid(tx, row.id, charged)
  else await (row.order_id === null ? markHoldPaid(tx, row.id, charged) : markOrderPaid(tx, row.id, charged))
  return 'used'
}
