/** Statuses of an order (spec: completions 7). Defined separately from the order rules, because messages also use them. */
export const ORDER_STATUSES = [
  'awaiting_payment',
  'paid',
  'shipped',
  'delivered',
  'completed',
  'problem',
  'refunded',
  'cancelled',
  'expired',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Statuses of an order that reserve the listing. */
export const UNFINISHED = ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem'] as const satisfies readonly OrderStatus[]
