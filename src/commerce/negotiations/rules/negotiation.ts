import { floorCents } from '#core/money.ts'

/**
 * Input for a decision on an offer. All amounts are in whole cents. `lastCounterCents` is the last counteroffer to this buyer on this
 * listing, whatever its outcome was.
 */
export type NegotiationInput = {
  priceCents: number
  lowestPriceCents: number | null
  lowestPercent: number
  lastCounterCents: number | null
  offerCents: number
}

export type Negotiation = {
  /**
   * `owner` leaves the decision to the owner, `counter` makes a counteroffer, and `firm` means that no counteroffer is possible. There is
   * no outcome that accepts the offer (spec: interface, helpers 1 and 8).
   */
  outcome: 'owner' | 'counter' | 'firm'
  counterCents: number | null
  /** Number of the rule that decided on an offer (spec: interface, helper 8). */
  rule: 1 | 4 | 5
  floorCents: number
  stepCents: number
  anchorCents: number
  /**
   * Amount halfway between the offer and the anchor, rounded up to a step. The anchor is the last counteroffer or, if there is none, the
   * price.
   */
  halfwayCents: number
  /** The minimum price, rounded up to a step. */
  floorStepCents: number
  /** The anchor or one dollar less than the price, whichever is lower. */
  capCents: number
}

const DOLLAR = 100

/**
 * Decides on an offer (spec: interface, helper 8, rules 1 to 5). A minimum price above the cap takes priority over the cap. A minimum price
 * computed from the shop's percentage is rounded to whole dollars, but a listing's own minimum price is not. A minimum price can be zero;
 * if it is above the listing's price, the listing's price is used instead. The outcome is `firm` when every possible counteroffer is at or
 * below the offer, or below the minimum price (spec: completions 11).
 */
export function decide(input: NegotiationInput): Negotiation {
  const { priceCents, lastCounterCents, offerCents } = input
  const floor = floorCents(input)
  const step = stepCents(priceCents)
  const anchor = lastCounterCents ?? priceCents
  const halfway = upToStep((offerCents + anchor) / 2, step)
  const floorStep = upToStep(floor, step)
  const cap = Math.min(anchor, priceCents - DOLLAR)
  const worked = {
    floorCents: floor,
    stepCents: step,
    anchorCents: anchor,
    halfwayCents: halfway,
    floorStepCents: floorStep,
    capCents: cap,
  }
  if (offerCents >= floor) return { outcome: 'owner', counterCents: null, rule: 1, ...worked }
  const target = Math.max(halfway, floorStep)
  const counter = Math.min(target, cap)
  // the offer is below the minimum price, so a counteroffer that is not below the minimum price is also above the offer
  if (counter < floor) return { outcome: 'firm', counterCents: null, rule: 5, ...worked }
  return { outcome: 'counter', counterCents: counter, rule: counter < target ? 5 : 4, ...worked }
}

const stepCents = (priceCents: number): number => (priceCents >= 100 * DOLLAR ? 5 * DOLLAR : DOLLAR)

/**
 * Returns how precisely, in cents, a patient buyer can determine the minimum price with `offers` offers. Applies only to a minimum price
 * above half the price. The counteroffer to a very low first offer reveals the minimum price, rounded up to a step. Each further offer
 * halves the remaining range.
 */
export const leftToGuessCents = (priceCents: number, offers: number): number => Math.ceil(stepCents(priceCents) / 2 ** (offers - 1))

// doubles both numbers, because `cents` can end in a half cent
const upToStep = (cents: number, step: number): number => Math.ceil((2 * cents) / (2 * step)) * step

/**
 * Returns what a counteroffer reveals about the minimum price. The minimum price is at most the counteroffer. If the counteroffer is the
 * minimum price, rounded up, then the minimum price is above `overCents`. The specification's rules make this unavoidable; the pages for
 * sellers mention it.
 */
export const revealedBy = ({ counterCents, stepCents }: Pick<Negotiation, 'counterCents' | 'stepCents'>) =>
  counterCents === null ? null : { atMostCents: counterCents, overCents: Math.max(0, counterCents - stepCents) }
