import { decide, type NegotiationInput } from '#commerce/negotiations/rules/negotiation.ts'

/** What is left of a floor to guess among, in cents: it is above `over` and at most `atMost`. */
export type Left = { over: number; atMost: number }

type Knows = Left & { anchor: number | null }
type Strategy = (price: number, knows: Knows) => number

/**
 * A buyer who knows the rules, offers, reads the answer, takes the offer back and offers again, for `offers` times in all. Silence
 * says that the offer is at the floor or above it; a counter, that it is below, and where the counter is more than halfway, that
 * the floor is within a step of it. All in cents.
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
  // what the same offer would get from a seller without a floor worth the name
  const free = decide({ ...input, lowestPriceCents: Math.min(offer + 1, price) }).counterCents ?? 0
  const step = price >= 100_00 ? 500 : 100
  return {
    over: Math.max(knows.over, offer, counterCents > free ? counterCents - step : 0),
    atMost: Math.min(knows.atMost, counterCents),
    anchor: counterCents,
  }
}

const halve = ({ over, atMost }: Left): number => Math.floor((over + atMost) / 2)

/** One dollar first, since a low offer is answered by the floor up to a step; then the half of what is left. */
export const lowThenHalve: Strategy = (_price, knows) => (knows.anchor === null ? 100 : halve(knows))

/** The half of what is left from the first offer on. */
export const halveAlways: Strategy = (_price, knows) => halve(knows)

/** So that silence, a counter halfway and a counter above it leave equally much: a third. */
export const third: Strategy = (_price, { over, atMost, anchor }) =>
  anchor === null || anchor > atMost ? Math.floor(over + (atMost - over) / 3) : Math.floor((2 * over + anchor) / 3)

export const STRATEGIES = [lowThenHalve, halveAlways, third]

/** What the best of them leaves. */
export const best = (deal: { price: number; floor: number; offers: number }): Left =>
  STRATEGIES.map((strategy) => learn(strategy, deal)).reduce((one, other) => (width(other) < width(one) ? other : one))

export const width = ({ over, atMost }: Left): number => atMost - over
