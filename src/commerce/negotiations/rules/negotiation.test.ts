import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide, leftToGuessCents, revealedBy, type NegotiationInput } from './negotiation.ts'

type Worked = [
  price: number,
  lowest: number | null,
  percent: number,
  lastCounter: number | null,
  offer: number,
  outcome: number | 'owner' | 'firm',
  why: string,
]

/** Examples in dollars, calculated by hand. They also appear in docs/negotiation.md. */
const WORKED: readonly Worked[] = [
  [100, null, 15, null, 85, 'owner', 'at the floor'],
  [100, null, 15, null, 84, 95, 'halfway 92 is up to 95'],
  [100, null, 15, null, 50, 85, 'halfway 75 is under the floor'],
  [100, null, 15, 85, 70, 85, 'halfway 77.50 is up to 80; the floor 85 is the anchor'],
  [100, null, 15, 95, 84, 90, 'halfway 89.50 is up to 90'],
  [100, 60, 15, null, 40, 70, 'halfway 70'],
  [100, 60, 15, 70, 40, 60, 'the same offer again: halfway 55 is under the floor'],
  [100, 60, 15, 70, 59, 65, 'halfway 64.50 is up to 65'],
  [100, 62, 15, null, 30, 65, 'the floor 62 is up to 65'],
  [100, 98, 15, null, 90, 99, 'the floor 98 is up to 100, and the cap is 99'],
  [100, 99.5, 15, null, 90, 'firm', 'the cap 99 is under the floor'],
  [100, 100, 15, null, 95, 'firm', 'the floor is the price'],
  [100, 120, 15, null, 95, 'firm', 'a floor above the price is the price'],
  [100, 120, 15, null, 100, 'owner', 'the asking price is never firm'],
  [100, 0, 15, null, 1, 'owner', 'zero is a floor that was set'],
  [100, null, 0, null, 90, 'firm', 'zero percent: the floor is the price'],
  [100, null, 90, null, 9, 55, 'halfway 54.50 is up to 55'],
  [50, 42.5, 15, null, 20, 43, 'a floor with cents, up to a dollar'],
  [99.99, 60, 15, null, 41, 71, 'halfway 70.495 is up to 71, because the step is a dollar below a price of $100'],
  [19.99, null, 15, null, 10, 17, 'halfway 14.995 is up to 15; the floor is 17'],
  [19.99, null, 15, null, 16.5, 18.99, 'halfway 18.245 is up to 19; the cap is the price less a dollar'],
  [2, null, 15, null, 1, 'firm', 'the floor 1.70 is rounded to 2, the price'],
  [1, null, 15, null, 0.5, 'firm', 'nothing is left below a dollar'],
  [250, 200, 15, null, 150, 200, 'halfway 200'],
  [250, 203, 15, null, 150, 205, 'the floor 203 is up to 205'],
  [100, 95, 15, 90, 80, 'firm', 'the floor was raised above the last counter'],
  [80, 70, 15, 90, 60, 75, 'the price was cut below the last counter'],
]

const inputOf = (price: number, lowest: number | null, percent: number, lastCounter: number | null, offer: number): NegotiationInput => ({
  priceCents: cents(price),
  lowestPriceCents: lowest === null ? null : cents(lowest),
  lowestPercent: percent,
  lastCounterCents: lastCounter === null ? null : cents(lastCounter),
  offerCents: cents(offer),
})
const cents = (dollars: number) => Math.round(dollars * 100)

describe('worked examples of the negotiation rules', () => {
  for (const [price, lowest, percent, lastCounter, offer, outcome, why] of WORKED) {
    test(`an offer of $${offer} on $${price} (minimum ${lowest ?? `${percent}%`}, last counteroffer ${lastCounter ?? 'none'}) results in ${outcome}: ${why}`, () => {
      const made = decide(inputOf(price, lowest, percent, lastCounter, offer))
      assert.deepEqual([made.outcome, made.counterCents], typeof outcome === 'number' ? ['counter', cents(outcome)] : [outcome, null])
    })
  }
})

test('a negotiation decision names the rule that was applied and every amount that was compared', () => {
  const made = (...input: Parameters<typeof inputOf>) => decide(inputOf(...input))
  const amounts = { stepCents: 500, anchorCents: 10_000, capCents: 9_900 }
  assert.deepEqual(made(100, null, 15, null, 85), {
    ...{ outcome: 'owner', counterCents: null, rule: 1, floorCents: 8_500 },
    ...{ ...amounts, halfwayCents: 9_500, floorStepCents: 8_500 },
  })
  assert.deepEqual(made(100, null, 15, null, 84), {
    ...{ outcome: 'counter', counterCents: 9_500, rule: 4, floorCents: 8_500 },
    ...{ ...amounts, halfwayCents: 9_500, floorStepCents: 8_500 },
  })
  assert.deepEqual(made(100, 98, 15, null, 90), {
    ...{ outcome: 'counter', counterCents: 9_900, rule: 5, floorCents: 9_800 },
    ...{ ...amounts, halfwayCents: 9_500, floorStepCents: 10_000 },
  })
  assert.deepEqual(made(100, 100, 15, null, 95), {
    ...{ outcome: 'firm', counterCents: null, rule: 5, floorCents: 10_000 },
    ...{ ...amounts, halfwayCents: 10_000, floorStepCents: 10_000 },
  })
})

test('a counteroffer can reveal the minimum price only to within one step, and the lower bound is never negative', () => {
  assert.equal(revealedBy({ counterCents: null, stepCents: 500 }), null)
  assert.deepEqual(revealedBy({ counterCents: 9_500, stepCents: 500 }), { atMostCents: 9_500, overCents: 9_000 })
  assert.deepEqual(revealedBy({ counterCents: 300, stepCents: 500 }), { atMostCents: 300, overCents: 0 })
})

test('each further offer halves the range that may contain the minimum price', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((offers) => leftToGuessCents(10_000, offers)),
    [500, 250, 125, 63],
  )
  assert.deepEqual(
    [1, 2, 3, 4].map((offers) => leftToGuessCents(9_999, offers)),
    [100, 50, 25, 13],
  )
})

/** Returns a small random generator with a fixed seed, so that every failure can be reproduced. */
function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Rounds = { rounds: number; counters: number; firm: number; owner: number }

/** Simulates negotiations where one buyer makes several offers on one listing. The price and the minimum price may change in between. */
function haggle(
  seed: number,
  cases: number,
  rule: typeof decide,
  check: (input: NegotiationInput, made: ReturnType<typeof decide>, steady: boolean) => void,
) {
  const below = numbers(seed)
  const seen: Rounds = { rounds: 0, counters: 0, firm: 0, owner: 0 }
  while (seen.rounds < cases) {
    let priceCents = 1 + below(below(3) === 0 ? 2_000 : below(2) === 0 ? 30_000 : 10_000_000)
    let lowestPriceCents = below(2) === 0 ? null : below(priceCents + 200)
    const lowestPercent = below(91)
    let lastCounterCents: number | null = null
    let steady = true
    for (let round = 0; round < 6; round++) {
      if (below(12) === 0) [priceCents, steady] = [1 + below(priceCents * 2), false]
      if (below(12) === 0) [lowestPriceCents, steady] = [below(priceCents + 1), false]
      const input: NegotiationInput = { priceCents, lowestPriceCents, lowestPercent, lastCounterCents, offerCents: 1 + below(priceCents) }
      const made = rule(input)
      check(input, made, steady)
      seen.rounds++
      seen[made.outcome === 'counter' ? 'counters' : made.outcome]++
      lastCounterCents = made.counterCents ?? lastCounterCents
    }
  }
  return seen
}

const floorOf = ({ priceCents, lowestPriceCents, lowestPercent }: NegotiationInput) =>
  Math.min(lowestPriceCents ?? Math.floor((priceCents * (100 - lowestPercent) + 5_000) / 10_000) * 100, priceCents)

/** Throws an error unless a decision follows the negotiation rules (spec: interface, helper 8; reliability I7). */
function checkInvariants(input: NegotiationInput, made: ReturnType<typeof decide>): void {
  const floor = floorOf(input)
  const fail = (what: string) => assert.fail(`${what}: ${JSON.stringify({ ...input, ...made })}`)
  if (!['owner', 'counter', 'firm'].includes(made.outcome)) fail('an outcome of its own')
  if (input.offerCents >= floor !== (made.outcome === 'owner')) fail('left for the owner exactly at or above the floor')
  if ((made.outcome === 'counter') !== (made.counterCents !== null)) fail('an amount with a counter alone')
  if (made.counterCents === null) return
  const counter = made.counterCents
  if (!Number.isSafeInteger(counter)) fail('whole cents')
  if (counter < floor) fail('under the floor')
  if (counter > input.priceCents - 100) fail('over a dollar under the price')
  if (input.lastCounterCents !== null && counter > input.lastCounterCents) fail('counters rose')
  if (counter <= input.offerCents) fail('not above the offer')
  const cap = Math.min(input.lastCounterCents ?? input.priceCents, input.priceCents - 100)
  if (counter % (input.priceCents >= 10_000 ? 500 : 100) !== 0 && counter !== cap) fail('neither on a step nor a cap')
}

test('in a million simulated rounds, no counteroffer is below the minimum price or above the previous counteroffer', () => {
  const seen = haggle(20261121, 1_200_000, decide, checkInvariants)
  assert.ok(seen.counters > 100_000 && seen.firm > 10_000 && seen.owner > 100_000, JSON.stringify(seen))
})

test('the bounds that a counteroffer reveals are correct as long as the minimum price does not change', () => {
  haggle(7, 200_000, decide, (input, made, steady) => {
    const revealed = revealedBy(made)
    if (!steady || revealed === null) return
    assert.ok(floorOf(input) <= revealed.atMostCents)
    // the lower bound is meaningful only if the minimum price determined the counteroffer; otherwise the minimum price may be much lower
    if (made.counterCents === made.floorStepCents) assert.ok(floorOf(input) > revealed.overCents || floorOf(input) === 0)
  })
})

test('if rules 4 and 5 were applied literally, rule 5 would override rule 4 and counteroffers could be below the minimum price', () => {
  const literal: typeof decide = (input) => {
    const made = decide(input)
    if (made.outcome === 'owner') return made
    const counter = Math.min(Math.max(made.halfwayCents, made.floorStepCents), made.capCents)
    return counter > input.offerCents
      ? { ...made, outcome: 'counter', counterCents: counter }
      : { ...made, outcome: 'firm', counterCents: null }
  }
  assert.throws(() => haggle(20261121, 1_200_000, literal, checkInvariants), /under the floor/)
})
