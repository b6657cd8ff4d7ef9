/** Totals in the protocol's format (release 2026-04-08), in cents. */
export type Total = { type: string; display_text?: string; amount: number }

/** Returns the id of a line. The id is the same in a checkout and in the order that results from it. */
export const lineId = (index: number): string => `li_${index + 1}`

/** Returns the discount as an entry in the totals. Returns no entry if the discount is zero, because the protocol does not permit that. */
export const discountTotal = (cents: number, display_text = 'Bundle discount'): Total[] =>
  cents === 0 ? [] : [{ type: 'items_discount', display_text, amount: -cents }]

/** Returns the totals for one line: the price, the line's share of the discount, and the remaining amount. */
export const lineTotals = (priceCents: number, discountCents: number): Total[] => [
  { type: 'subtotal', amount: priceCents },
  ...discountTotal(discountCents),
  { type: 'total', amount: priceCents - discountCents },
]
