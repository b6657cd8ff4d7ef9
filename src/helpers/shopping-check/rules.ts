/** Verdicts of a shopping check (spec: interface, helper 9). */
export const SHOPPING_VERDICTS = ['Holds its value', 'Keeps some of it', 'Loses most of it'] as const
export type ShoppingVerdict = (typeof SHOPPING_VERDICTS)[number]

/** Minimum resale price for a verdict, as a percentage of the cost. */
export const SHOPPING_PERCENT = { holds: 60, keeps: 35 } as const

export type ShoppingScore = { score: number; verdict: ShoppingVerdict }

/**
 * Returns the resale price as a share of the cost (spec: interface, helper 9). With a score of at least 0.6, an item holds its value; with
 * at least 0.35, it keeps some of its value. `score` is truncated to four decimals and never rounded up to a threshold. Returns null
 * without a cost or a resale price.
 */
export function shoppingScore(costCents: number | null, resaleCents: number | null): ShoppingScore | null {
  if (costCents === null || costCents <= 0 || resaleCents === null) return null
  return { score: Math.floor((resaleCents * 10_000) / costCents) / 10_000, verdict: verdictOf(costCents, resaleCents) }
}

function verdictOf(costCents: number, resaleCents: number): ShoppingVerdict {
  if (resaleCents * 100 >= costCents * SHOPPING_PERCENT.holds) return 'Holds its value'
  return resaleCents * 100 >= costCents * SHOPPING_PERCENT.keeps ? 'Keeps some of it' : 'Loses most of it'
}
