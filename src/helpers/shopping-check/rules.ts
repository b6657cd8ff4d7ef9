/** interface, helper 9. */
export const SHOPPING_VERDICTS = ['Holds its value', 'Keeps some of it', 'Loses most of it'] as const
export type ShoppingVerdict = (typeof SHOPPING_VERDICTS)[number]

/** From how many percent of its cost a thing holds its value, and from how many it keeps some of it. */
export const SHOPPING_PERCENT = { holds: 60, keeps: 35 } as const

export type ShoppingScore = { score: number; verdict: ShoppingVerdict }

/**
 * How much of its cost a thing brings back when it is sold again (interface, helper 9): from 0.6 it holds its value, from
 * 0.35 it keeps some of it. Cents, compared exactly; `score` is cut to four decimals, never up, so that it cannot show a
 * threshold that was not reached. Null without a cost, or without a resale price to go on.
 */
export function shoppingScore(costCents: number | null, resaleCents: number | null): ShoppingScore | null {
  if (costCents === null || costCents <= 0 || resaleCents === null) return null
  return { score: Math.floor((resaleCents * 10_000) / costCents) / 10_000, verdict: verdictOf(costCents, resaleCents) }
}

function verdictOf(costCents: number, resaleCents: number): ShoppingVerdict {
  if (resaleCents * 100 >= costCents * SHOPPING_PERCENT.holds) return 'Holds its value'
  return resaleCents * 100 >= costCents * SHOPPING_PERCENT.keeps ? 'Keeps some of it' : 'Loses most of it'
}
