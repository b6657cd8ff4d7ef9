import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context.ts'
import { markHoldPaid } from '#deal/holds/paid.ts'
import { markPaid } from '#deal/orders/paid.ts'
import { provider } from './provider.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

/** How a payment is named by who tells of it: our id, the provider's reference, or both. */
export type PaymentName = { id: string | null; ref: string | null }

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
  await (row.order_id === null ? markHoldPaid(tx, row.id, charged) : markPaid(tx, row.id, charged))
  return 'used'
}

/** By our id where the provider was told it: it may tell of a payment before its answer told us its reference. */
async function findPayment(tx: Tx, { id, ref }: PaymentName): Promise<PaymentRow | undefined> {
  const known = ref === null ? undefined : await queries.findPaymentByRef(tx.db, provider(tx).name, ref)
  return known ?? (id === null ? undefined : queries.findPayment(tx.db, id))
}
