import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { findPayment, type PaymentName } from './record.ts'

/** Applies a payment's result to its order or hold, from a response, a poll or a webhook (completions 7). Ignores unknown payments. */
export async function applyCharge(tx: Tx, payment: PaymentName, charged: Charged): Promise<'used' | 'foreign'> {
  const row = await findPayment(tx, payment)
  if (!row) {
    tx.log.warn({ payment }, 'the payment provider reported an unknown payment')
    return 'foreign'
  }
  await tx.hooks.paymentCharged(tx, row, charged)
  return 'used'
}
