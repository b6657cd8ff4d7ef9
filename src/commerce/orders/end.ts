import type { Person, Tx } from '#platform/context/index.ts'
import { CANCEL_SILENCE_MS } from '#commerce/orders/rules/order.ts'
import { allow, lockForVerb } from './access.ts'
import { freeReserve } from './expire.ts'
import { transitionOrder } from './transition.ts'
import type { OrderRow, OrderStep } from './queries.ts'
import { settleOrder, recordOrderEnd, orderEndNotifications } from './settle.ts'
import { recordEvents, recordSellerEvent } from './notify.ts'

/** Completes an order on behalf of the buyer. The service then owes the money to the seller. Errors: 404, 409. */
export async function confirmOrder(tx: Tx, actor: Person, id: string): Promise<{ row: OrderRow; steps: OrderStep[] }> {
  const locked = await lockForVerb(tx, actor, id, 'buyer')
  const row = await settleOrder(tx, locked.row, 'confirm', 'buyer')
  return { row, steps: await recordEvents(tx, row, orderEndNotifications(row, false)) }
}

/**
 * Cancels an order (spec: completions 7). An unpaid order is cancelled immediately. If the seller cancels a paid order, it is also
 * cancelled immediately, with a full refund. The buyer of a paid order can only request cancellation. The order is then cancelled when the
 * seller agrees, or after 72 hours without an answer. Repeating the request changes nothing. Errors: 404, 409.
 */
export async function cancelOrder(tx: Tx, actor: Person, id: string): Promise<void> {
  const { row, party } = await lockForVerb(tx, actor, id)
  if (party === 'buyer' && row.status !== 'awaiting_payment') {
    const { to } = allow(tx, 'ask_to_cancel', party, row)
    if (row.cancel_by !== null) return
    const requested = await transitionOrder(tx, row, to, party, { cancel_by: new Date(tx.now().getTime() + CANCEL_SILENCE_MS) })
    return recordSellerEvent(tx, 'order.cancel_asked', requested)
  }
  const cancelled = await settleOrder(tx, row, 'cancel', party)
  if (row.paid_at === null) await freeReserve(tx, cancelled)
  await recordOrderEnd(tx, cancelled, row.paid_at !== null)
}
