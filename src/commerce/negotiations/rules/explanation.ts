import { priceText } from '#core/format/money.ts'
import { revealedBy, type Negotiation, type NegotiationInput } from './negotiation.ts'

/** Explanation of a decision on an offer, for the owner (spec: completions 6, `/explain`). */
export type Reasoning = { rule: { number: number; text: string }; arithmetic: string[]; note: string; tellsBuyer: string | null }

const RULES: Record<Negotiation['rule'], string> = {
  1: 'The owner decides on an offer at or above the floor. The agent never accepts an offer.',
  4: 'The counteroffer is halfway between the offer and the anchor, rounded up to a step, and never below the floor.',
  5: 'The counteroffer is at most the anchor and at most the price minus 1 dollar. If no such amount is above the offer and at least the floor, the agent stays firm.',
}

/** Explains a decision: the rule behind it, the calculation, and the consequence for the owner. */
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
  if (made.outcome === 'owner') return [floor, `offer ${priceText(input.offerCents)} ≥ floor ${priceText(made.floorCents)}`]
  const step = priceText(made.stepCents)
  return [
    floor,
    `step: ${step}, because the price is ${input.priceCents >= 10_000 ? '$100 or more' : 'below $100'}`,
    `anchor: ${priceText(made.anchorCents)}, ${input.lastCounterCents === null ? 'the price' : 'the last counteroffer to this buyer'}`,
    `halfway: (${priceText(input.offerCents)} + ${priceText(made.anchorCents)}) / 2, rounded up to a step of ${step} = ${priceText(made.halfwayCents)}`,
    `not below the floor: ${priceText(made.floorCents)}, rounded up to a step of ${step} = ${priceText(made.floorStepCents)}`,
    `cap: the lower of the anchor ${priceText(made.anchorCents)} and the price minus $1 = ${priceText(made.capCents)}`,
    made.counterCents === null
      ? `no amount is above the offer of ${priceText(input.offerCents)}, at least the floor and at most the cap`
      : `counter: ${priceText(made.counterCents)}`,
  ]
}

function floorSum({ priceCents, lowestPriceCents, lowestPercent }: NegotiationInput, { floorCents }: Negotiation): string {
  if (lowestPriceCents === null) return `${priceText(priceCents)} minus ${lowestPercent}%, in whole dollars = ${priceText(floorCents)}`
  if (lowestPriceCents > priceCents)
    return `your lowest price of ${priceText(lowestPriceCents)} is above the price, so the price is the floor = ${priceText(floorCents)}`
  return `your lowest price = ${priceText(floorCents)}`
}

function note(input: NegotiationInput, made: Negotiation): string {
  if (made.outcome === 'owner')
    return `${priceText(input.offerCents)} is at or above your floor, so the decision is yours: accept, counter or decline.`
  if (made.outcome === 'firm')
    return 'The agent stays firm and sent no message, because the rules allow no other counteroffer. Answer the offer yourself, or let it expire.'
  return `The agent countered with ${priceText(made.counterCents!)}. The buyer has 48 hours to answer.`
}

function tellsBuyer(made: Negotiation): string | null {
  const revealed = revealedBy(made)
  if (revealed === null) return null
  return `A buyer who knows the rules can work out from this counteroffer that your lowest price is at most ${priceText(revealed.atMostCents)}. If they cannot get a lower counteroffer, they also know that your lowest price is above ${priceText(revealed.overCents)}.`
}
