import type { OrderParty, OrderPayment } from './order.ts'

/** `deposit` is in any unit. */
export type EndedOrder = { payment: OrderPayment; deposit: number; timeline: readonly { by: OrderParty }[] }

/** A hold's deposit does not count. */
const wasPaid = ({ payment }: EndedOrder): boolean => payment !== 'unpaid' && payment !== 'pending'

/**
 * Explains the deposit of an unpaid order, which continues to hold the item (completions 7, Holds). Null without a deposit or for a paid
 * order.
 */
export function depositWords(order: EndedOrder): string | null {
  if (order.deposit === 0 || wasPaid(order)) return null
  if (order.timeline.at(-1)?.by === 'provider') return 'The buyer’s bank reverses the deposit.'
  return 'This does not refund the deposit. It holds the item until the end of the hold, and is refunded only if the item is no longer for sale.'
}

/** Completes "cancelled" for an unpaid order. Null for a paid one. */
export function cancelledUnpaid(order: EndedOrder): string | null {
  if (wasPaid(order)) return null
  const deposit = depositWords(order)
  return deposit === null ? ' before it was paid.' : ` before the rest was paid. ${deposit}`
}
