import { floorCents } from '#core/money.ts'

/** What the negotiator looks at; whole cents. `lastCounterCents`: the last counter this buyer got on this listing, whatever became of it. */
export type NegotiationInput = {
  priceCents: number
  lowestPriceCents: number | null
  lowestPercent: number
  lastCounterCents: number | null
  offerCents: number
}

export type Negotiation = {
  /** Left for the owner, countered, or firm. There is no outcome that accepts (interface, helpers 1 and 8). */
  outcome: 'owner' | 'counter' | 'firm'
  counterCents: number | null
  /** The rule of interface, helper 8, that decided. */
  rule: 1 | 4 | 5
  floorCents: number
  stepCents: number
  anchorCents: number
  /** Halfway between offer and anchor, up to a step. */
  halfwayCents: number
  /** The floor, up to a step. */
  floorStepCents: number
  /** The lesser of the anchor and one dollar under the price. */
  capCents: number
}

const DOLLAR = 100

/**
 * The answer to an offer (interface, helper 8, rules 1 to 5). Where the rules pull apart, the floor wins over every
 * cap, "rounded to whole dollars" is for the percentage alone, zero is a value like any other, and a floor above the
 * price is the price. Nothing left above the offer, or only something under the floor: firm (completions 11).
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
 * How much of a floor is left to guess among after `offers` of a patient buyer, in cents, where it is more than half the price:
 * the first, a very low one, is countered with the floor up to a step, and each that follows halves the rest. test/attacks/floor.test.ts
 * measures it; docs/negotiation.md and the seller's pages say it.
 */
export const leftToGuessCents = (priceCents: number, offers: number): number => Math.ceil(stepCents(priceCents) / 2 ** (offers - 1))

// twice the amount is a whole number of cents, so no fraction is lost on the way
const upToStep = (cents: number, step: number): number => Math.ceil((2 * cents) / (2 * step)) * step

/**
 * What a counter lets its buyer work out about the floor: that it is at most the counter, and, should it be the floor
 * up to a step, that it is above `overCents`. Said openly to the seller; the rules of the interface make it so.
 */
export const revealedBy = ({ counterCents, stepCents }: Pick<Negotiation, 'counterCents' | 'stepCents'>) =>
  counterCents === null ? null : { atMostCents: counterCents, overCents: Math.max(0, counterCents - stepCents) }
