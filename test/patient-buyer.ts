import { decide, type NegotiationInput } from '#commerce/negotiations/rules/negotiation.ts'

/** The range that may still contain the minimum price, in cents. The price is greater than `over` and at most `atMost`. */
export type Left = { over: number; atMost: number }

type Knows = Left & { anchor: number | null }
type Strategy = (price: number, knows: Knows) => number

/**
 * Simulates a patient buyer who knows the negotiator's rules. The buyer makes `offers` offers and withdraws each offer after the response.
 * If there is no counteroffer, the minimum price is at or below the offer; otherwise it is above the offer. A counteroffer above the
 * halfway point is at most one step above the minimum price. All amounts are in cents.
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
  // Computes the counteroffer that the negotiator would make without a minimum price.
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
 * First offers one dollar, because the counteroffer to such a low offer shows the minimum price to within one step. Each further offer
 * halves the range.
 */
export const lowThenHalve: Strategy = (_price, knows) => (knows.anchor === null ? 100 : halve(knows))

/** Each offer, including the first, halves the range. */
export const halveAlways: Strategy = (_price, knows) => halve(knows)

/**
 * Chooses the offer so that each of the three possible responses reduces the range to a third: no counteroffer, a counteroffer at the
 * halfway point, or a counteroffer above that point.
 */
export const third: Strategy = (_price, { over, atMost, anchor }) =>
  anchor === null || anchor > atMost ? Math.floor(over + (atMost - over) / 3) : Math.floor((2 * over + anchor) / 3)

export const STRATEGIES = [lowThenHalve, halveAlways, third]

/** Returns the range that the best of the buyer's strategies can achieve. */
export const best = (deal: { price: number; floor: number; offers: number }): Left =>
  STRATEGIES.map((strategy) => learn(strategy, deal)).reduce((one, other) => (width(other) < width(one) ? other : one))

export const width = ({ over, atMost }: Left): number => atMost - over
