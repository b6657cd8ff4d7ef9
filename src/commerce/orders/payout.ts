import type { Tx } from '#platform/context/index.ts'
import { payoutOfCompleted } from '#commerce/orders/rules/order.ts'
import { payoutSums } from '#commerce/payments/transfers/retry.ts'
import * as queries from './queries.ts'

/** Updates the payout status of a completed order, based on the order's transfers. */
export async function writePayout(tx: Tx, orderId: string): Promise<void> {
  await queries.updateOrder(tx.db, orderId, { payout: payoutOfCompleted(await payoutSums(tx, orderId)), updated_at: tx.now() })
}
