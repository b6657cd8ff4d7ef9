import type { OrderParty, OrderPayment } from './order.ts'

/** What of an order's record says how it ended. `deposit` is in any unit. */
export type EndedOrder = { payment: OrderPayment; deposit: number; timeline: readonly { by: OrderParty }[] }

/** Whether money came for it, beside the deposit of a hold. */
const wasPaid = ({ payment }: EndedOrder): boolean => payment !== 'unpaid' && payment !== 'pending'

/**
 * What becomes of the deposit of an order that ended before the rest was paid: it goes on holding the item (completions 7, Holds).
 * Null where there was no deposit, or the order was paid.
 */
export function depositWords(order: EndedOrder): string | null {
  if (order.deposit === 0 || wasPaid(order)) return null
  if (order.timeline.at(-1)?.by === 'provider') return 'The bank takes the deposit back.'
  return 'The deposit is not given back by this: it holds the item until its own time is over, and comes back only if the item is no longer for sale.'
}

/** How "cancelled" goes on for an order that was not paid. Null for one that was. */
export function cancelledUnpaid(order: EndedOrder): string | null {
  if (wasPaid(order)) return null
  const deposit = depositWords(order)
  return deposit === null ? ' before it was paid.' : ` before the rest was paid. ${deposit}`
}
