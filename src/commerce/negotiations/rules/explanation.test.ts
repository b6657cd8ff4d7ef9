import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonsFor } from './explanation.ts'
import { decide, type NegotiationInput } from './negotiation.ts'

const input: NegotiationInput = { priceCents: 10_000, lowestPriceCents: null, lowestPercent: 15, lastCounterCents: null, offerCents: 8_400 }
const explain = (change: Partial<NegotiationInput>) => reasonsFor({ ...input, ...change }, decide({ ...input, ...change }))

test('the explanation of a counteroffer states every amount that was used in the calculation', () => {
  const { rule, arithmetic, note, tellsBuyer } = explain({})
  assert.equal(rule.number, 4)
  assert.match(rule.text, /halfway/)
  assert.deepEqual(arithmetic, [
    'floor: $100 minus 15%, in whole dollars = $85',
    'step: $5, because the price is $100 or more',
    'anchor: $100, the price',
    'halfway: ($84 + $100) / 2, rounded up to a step of $5 = $95',
    'not below the floor: $85, rounded up to a step of $5 = $85',
    'cap: the lower of the anchor $100 and the price minus $1 = $99',
    'counter: $95',
  ])
  assert.match(note, /countered with \$95/)
  assert.match(tellsBuyer!, /at most \$95.* above \$90/)
})

test('the explanation mentions the smaller rounding step if the price is low, and the previous counteroffer if there was one', () => {
  const { arithmetic } = explain({ priceCents: 9_999, lastCounterCents: 9_000, lowestPriceCents: 8_000, offerCents: 7_000 })
  assert.deepEqual(arithmetic.slice(0, 3), [
    'floor: your lowest price = $80',
    'step: $1, because the price is below $100',
    'anchor: $90, the last counteroffer to this buyer',
  ])
})

test('the explanation covers a seller who stays firm and an offer that is left to the owner, and reveals nothing to the buyer in either case', () => {
  const firm = explain({ lowestPriceCents: 10_100, offerCents: 9_500 })
  assert.equal(firm.rule.number, 5)
  assert.equal(firm.arithmetic[0], 'floor: your lowest price of $101 is above the price, so the price is the floor = $100')
  assert.equal(firm.arithmetic.at(-1), 'no amount is above the offer of $95, at least the floor and at most the cap')
  assert.match(firm.note, /stays firm/)
  assert.equal(firm.tellsBuyer, null)
  const atPrice = explain({ lowestPriceCents: 10_000, offerCents: 9_500 })
  assert.equal(atPrice.arithmetic[0], 'floor: your lowest price = $100')
  const owner = explain({ offerCents: 8_500 })
  assert.equal(owner.rule.number, 1)
  assert.deepEqual(owner.arithmetic, ['floor: $100 minus 15%, in whole dollars = $85', 'offer $85 ≥ floor $85'])
  assert.match(owner.note, /\$85 is at or above your floor/)
  assert.equal(owner.tellsBuyer, null)
})
