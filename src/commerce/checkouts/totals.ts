/** Totals in the format of the protocol (release 2026-04-08), in cents. */
export type Total = { type: string; display_text?: string; amount: number }

/** Returns the id of a line. The lines of a checkout and of its order have the same ids. */
export const lineId = (index: number): string => `li_${index + 1}`

/** Returns the discount as a total. The protocol does not allow a discount of zero. */
export const discountTotal = (cents: number, display_text = 'Bundle discount'): Total[] =>
  cents === 0 ? [] : [{ type: 'items_discount', display_text, amount: -cents }]

/** Returns the totals of one line: its price, its share of the discount, and the remaining amount. */
export const lineTotals = (priceCents: number, discountCents: number): Total[] => [
  { type: 'subtotal', amount: priceCents },
  ...discountTotal(discountCents),
  { type: 'total', amount: priceCents - discountCents },
]
