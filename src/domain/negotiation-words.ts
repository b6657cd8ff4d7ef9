import { spoken } from './counter-words.ts'
import { revealedBy, type Negotiation, type NegotiationInput } from './negotiation.ts'

/** What the owner reads of an answer (completions 6, `/explain`). */
export type Reasoning = { rule: { number: number; text: string }; arithmetic: string[]; note: string; tellsBuyer: string | null }

const RULES: Record<Negotiation['rule'], string> = {
  1: 'An offer at or above the floor is left for the owner; the agent never accepts.',
  4: 'The counter is halfway between the offer and the anchor, rounded up to a step, and never under the floor.',
  5: 'The counter is capped at the anchor and at 1 dollar under the price. With nothing left above the offer, or only something under the floor, the agent stays firm.',
}

/** The rule that decided, the sums in the order they were made, and what follows for the owner. */
export function reasonsFor(input: NegotiationInput, made: Negotiation): Reasoning {
  return {
    rule: { number: made.rule, text: RULES[made.rule] },
    arithmetic: sums(input, made),
    note: note(input, made),
    tellsBuyer: tellsBuyer(made),
  }
}

function sums(input: NegotiationInput, made: Negotiation): string[] {
  const floor = `floor: ${floorSum(input, made)}`
  if (made.outcome === 'owner') return [floor, `offer ${spoken(input.offerCents)} ≥ floor ${spoken(made.floorCents)}`]
  const step = spoken(made.stepCents)
  return [
    floor,
    `step: ${step}, because the price is ${input.priceCents >= 10_000 ? '$100 or more' : 'below $100'}`,
    `anchor: ${spoken(made.anchorCents)}, ${input.lastCounterCents === null ? 'the price' : 'the last counter to this buyer'}`,
    `halfway: (${spoken(input.offerCents)} + ${spoken(made.anchorCents)}) / 2, up to a step of ${step} = ${spoken(made.halfwayCents)}`,
    `not under the floor: ${spoken(made.floorCents)} up to a step of ${step} = ${spoken(made.floorStepCents)}`,
    `cap: the lesser of the anchor ${spoken(made.anchorCents)} and the price less $1 = ${spoken(made.capCents)}`,
    made.counterCents === null
      ? `no amount is above the offer ${spoken(input.offerCents)}, at least the floor and at most the cap`
      : `counter: ${spoken(made.counterCents)}`,
  ]
}

function floorSum({ priceCents, lowestPriceCents, lowestPercent }: NegotiationInput, { floorCents }: Negotiation): string {
  if (lowestPriceCents === null) return `${lowestPercent} % off ${spoken(priceCents)}, in whole dollars = ${spoken(floorCents)}`
  if (lowestPriceCents > priceCents) return `your lowest price ${spoken(lowestPriceCents)} is above the price = ${spoken(floorCents)}`
  return `your lowest price = ${spoken(floorCents)}`
}

function note(input: NegotiationInput, made: Negotiation): string {
  if (made.outcome === 'owner')
    return `${spoken(input.offerCents)} is at or above your floor, so it is left for you: accept, counter or decline.`
  if (made.outcome === 'firm')
    return 'The agent stays firm and wrote nothing: no counter is left that the rules allow. Answer it yourself, or let it expire.'
  return `The agent countered with ${spoken(made.counterCents!)}. The buyer has 48 hours to answer.`
}

function tellsBuyer(made: Negotiation): string | null {
  const revealed = revealedBy(made)
  if (revealed === null) return null
  return `Whoever knows the rules can tell from this counter that your lowest price is at most ${spoken(revealed.atMostCents)}; if it is the lowest counter they can get, also that it is above ${spoken(revealed.overCents)}.`
}
