import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { findPayment, type PaymentName } from './record.ts'

/**
 * What the provider says of a payment, by its answer, a look or a webhook: one path for all three (completions 7), to the order or
 * the hold that is paid, in this transaction. Nothing happens for a payment that is not ours.
 */
export async function applyCharge(tx: Tx, payment: PaymentName, charged: Charged): Promise<'used' | 'foreign'> {
  const row = await findPayment(tx, payment)
  if (!row) {
    tx.log.warn({ payment }, 'the payment provider tells of a payment that is not ours')
    return 'foreign'
  }
  await tx.hooks.charged(tx, row, charged)
  return 'used'
}
