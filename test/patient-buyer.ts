import { decide, type NegotiationInput } from '#commerce/negotiations/rules/negotiation.ts'

/** The range that still contains the price floor, in cents: above `over` and at most `atMost`. */
export type Left = { over: number; atMost: number }

type Knows = Left & { anchor: number | null }
type Strategy = (price: number, knows: Knows) => number

/**
 * Simulates a buyer who knows the rules and makes `offers` offers. The buyer withdraws each offer after the response. Without a
 * counteroffer, the price floor is at or below the offer. With a counteroffer, the price floor is above the offer. A counteroffer above the
 * halfway point is at most one step above the price floor. All amounts are in cents.
 */
export function learn(strategy: Strategy, { price, floor, offers }: { price: number; floor: number; offers: number }): Left {
  let knows: Knows = { over: 0, atMost: price, anchor: null }
  for (let made = 0; made < offers; made++) {
    const offer = strategy(price, knows)
    if (offer <= knows.over || offer >= knows.atMost) break
    knows = after(price, knows, offer, floor)
  }
  return { over: knows.over, atMost: knows.atMost }
}

function after(price: number, knows: Knows, offer: number, floor: number): Knows {
  const input: NegotiationInput = {
    priceCents: price,
    lowestPriceCents: floor,
    lowestPercent: 0,
    lastCounterCents: knows.anchor,
    offerCents: offer,
  }
  const { outcome, counterCents } = decide(input)
  if (outcome !== 'counter' || counterCents === null) return { ...knows, atMost: outcome === 'owner' ? offer : knows.atMost }
  // Computes the counteroffer as if there were no price floor.
  const free = decide({ ...input, lowestPriceCents: Math.min(offer + 1, price) }).counterCents ?? 0
  const step = price >= 100_00 ? 500 : 100
  return {
    over: Math.max(knows.over, offer, counterCents > free ? counterCents - step : 0),
    atMost: Math.min(knows.atMost, counterCents),
    anchor: counterCents,
  }
}

const halve = ({ over, atMost }: Left): number => Math.floor((over + atMost) / 2)

/**
 * Offers one dollar first, because the counteroffer to a low offer reveals the price floor to within one step. Then halves the
 * range with each offer.
 */
export const lowThenHalve: Strategy = (_price, knows) => (knows.anchor === null ? 100 : halve(knows))

/** Halves the range with each offer, including the first offer. */
export const halveAlways: Strategy = (_price, knows) => halve(knows)

/**
 * Chooses the offer so that each possible response leaves a third of the range. The responses are no counteroffer, a counteroffer at the
 * halfway point, and a counteroffer above it.
 */
export const third: Strategy = (_price, { over, atMost, anchor }) =>
  anchor === null || anchor > atMost ? Math.floor(over + (atMost - over) / 3) : Math.floor((2 * over + anchor) / 3)

export const STRATEGIES = [lowThenHalve, halveAlways, third]

/** Returns the smallest range that any strategy leaves. */
export const best = (deal: { price: number; floor: number; offers: number }): Left =>
  STRATEGIES.map((strategy) => learn(strategy, deal)).reduce((one, other) => (width(other) < width(one) ? other : one))

export const width = ({ over, atMost }: Left): number => atMost - over
