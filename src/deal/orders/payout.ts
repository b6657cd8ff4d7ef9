import type { Tx } from '#platform/context.ts'
import { payoutOfCompleted } from '#domain/order.ts'
import { payoutSums } from '#deal/payments/moves/again.ts'
import * as queries from './queries.ts'

/** Writes what the payout of a completed order is, by its moves. */
export async function writePayout(tx: Tx, orderId: string): Promise<void> {
  await queries.updateOrder(tx.db, orderId, { payout: payoutOfCompleted(await payoutSums(tx, orderId)), updated_at: tx.now() })
}
