import type { OrderParty, OrderPayment } from './order.ts'

/** An order that has ended. `deposit` can be in cents or dollars, because it is only compared with zero. */
export type EndedOrder = { payment: OrderPayment; deposit: number; timeline: readonly { by: OrderParty }[] }

/** Returns true if the order itself was paid. A paid deposit alone does not count. */
const wasPaid = ({ payment }: EndedOrder): boolean => payment !== 'unpaid' && payment !== 'pending'

/**
 * Explains what happens to the deposit when an order ends without payment. Usually, the hold continues (spec: completions 7, Holds).
 * Returns null if there is no deposit or the order was paid.
 */
export function depositText(order: EndedOrder): string | null {
  if (order.deposit === 0 || wasPaid(order)) return null
  if (order.timeline.at(-1)?.by === 'provider') return 'The buyer’s bank reverses the deposit.'
  return 'The deposit is not refunded: it holds the item until the hold ends. It is refunded only if the item is no longer for sale.'
}

/** Returns the phrase that follows "cancelled" in a sentence about an order that ended without payment, or null for a paid order. */
export function cancelledUnpaid(order: EndedOrder): string | null {
  if (wasPaid(order)) return null
  const deposit = depositText(order)
  return deposit === null ? ' before it was paid.' : ` before the rest was paid. ${deposit}`
}
