import { floorCents } from '#core/money.ts'

/** In whole cents. `lastCounterCents`: the last counter to this buyer on this listing, whatever its outcome. */
export type NegotiationInput = {
  priceCents: number
  lowestPriceCents: number | null
  lowestPercent: number
  lastCounterCents: number | null
  offerCents: number
}

export type Negotiation = {
  /** Left for the owner, countered, or firm. No outcome accepts (interface, helpers 1 and 8). */
  outcome: 'owner' | 'counter' | 'firm'
  counterCents: number | null
  /** Deciding rule of interface, helper 8. */
  rule: 1 | 4 | 5
  floorCents: number
  stepCents: number
  anchorCents: number
  /** Halfway between offer and anchor, rounded up to a step. */
  halfwayCents: number
  /** Rounded up to a step. */
  floorStepCents: number
  /** The lesser of the anchor and one dollar under the price. */
  capCents: number
}

const DOLLAR = 100

/**
 * Decides on an offer (interface, helper 8, rules 1 to 5). In conflicts the floor wins over every cap. "Rounded to whole dollars" applies
 * to the percentage only. Zero is a valid value; a floor above the price is the price. Firm when nothing is left above the offer, or only
 * an amount under the floor (completions 11).
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
  const wanted = Math.max(halfway, floorStep)
  const counter = Math.min(wanted, cap)
  if (counter <= offerCents || counter < floor) return { outcome: 'firm', counterCents: null, rule: 5, ...worked }
  return { outcome: 'counter', counterCents: counter, rule: counter < wanted ? 5 : 4, ...worked }
}

const stepCents = (priceCents: number): number => (priceCents >= 100 * DOLLAR ? 5 * DOLLAR : DOLLAR)

/**
 * Returns the range in cents within which a patient buyer can place the floor after `offers`, when the floor is over half the price. The
 * counter to a very low first offer is the floor rounded up to a step. Each further offer halves the range. test/attacks/floor.test.ts
 * measures it; docs/negotiation.md and the seller's pages state it.
 */
export const leftToGuessCents = (priceCents: number, offers: number): number => Math.ceil(stepCents(priceCents) / 2 ** (offers - 1))

// twice the amount is whole cents, so no fraction is lost
const upToStep = (cents: number, step: number): number => Math.ceil((2 * cents) / (2 * step)) * step

/**
 * Returns what a counter reveals: the floor is at most the counter, and above `overCents` if it was rounded up. The interface makes this
 * unavoidable, and the seller's pages show it.
 */
export const revealedBy = ({ counterCents, stepCents }: Pick<Negotiation, 'counterCents' | 'stepCents'>) =>
  counterCents === null ? null : { atMostCents: counterCents, overCents: Math.max(0, counterCents - stepCents) }
