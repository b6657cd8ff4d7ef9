import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { centsFromDollars, dollarsFromCents, floorCents, MAX_PRICE_CENTS, percentOf } from './money.ts'

const priceCents = fc.integer({ min: 0, max: MAX_PRICE_CENTS })

test('an amount of dollars that floating point cannot represent exactly is still converted to the exact number of cents', () => {
  for (const [dollars, cents] of [
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [19.99, 1999],
    [64.1, 6410],
    [100_000, MAX_PRICE_CENTS],
    [0, 0],
  ] as const) {
    assert.equal(centsFromDollars(dollars), cents)
  }
})

test('an amount in dollars is rejected if it has more than two decimals or is not finite', () => {
  for (const wrong of [
    1.005,
    0.001,
    0.1 + 0.2,
    99.999,
    1e-7,
    NaN,
    Infinity,
    -Infinity,
    1e21,
    1e300,
    Number.MAX_VALUE,
    '5',
    null,
    undefined,
    {},
  ]) {
    assert.equal(centsFromDollars(wrong), null, typeof wrong)
  }
})

test('the result of a calculation with money is never minus zero', () => {
  assert.ok(Object.is(centsFromDollars(-0), 0))
  assert.equal(centsFromDollars(-1.5), -150)
})

test('an amount in cents stays the same when it is converted to dollars, to JSON and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_PRICE_CENTS * 1000, max: MAX_PRICE_CENTS * 1000 }), (cents) => {
      const wire = JSON.stringify(dollarsFromCents(cents))
      assert.match(wire, /^-?\d+(\.\d{1,2})?$/)
      assert.equal(centsFromDollars(JSON.parse(wire)), cents)
    }),
  )
})

test('an amount in dollars is accepted if and only if it has at most two decimal places', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), priceCents, fc.integer({ min: 0, max: 9 }), (any, cents, third) => {
      for (const dollars of [any, Number(`${(cents / 100).toFixed(2)}${third}`)]) {
        const plain = /^-?\d+(\.\d{1,2})?$/.test(String(dollars))
        assert.equal(centsFromDollars(dollars) !== null, plain, String(dollars))
      }
    }),
  )
})

test('a percentage of an amount is rounded to the nearest cent, and half a cent is rounded up', () => {
  assert.equal(percentOf(10_000, 10), 1000)
  assert.equal(percentOf(50, 2.9), 1)
  assert.equal(percentOf(5000, 2.9), 145)
  assert.equal(percentOf(5, 10), 1)
  assert.equal(percentOf(4, 10), 0)
})

test('the minimum price of a listing overrides the percentage that the shop has set', () => {
  assert.equal(floorCents({ priceCents: 100_00, lowestPriceCents: 73_19, lowestPercent: 15 }), 73_19)
  assert.equal(floorCents({ priceCents: 100_00, lowestPriceCents: 0, lowestPercent: 15 }), 0)
})

test('a minimum price that is computed from the shop’s percentage is rounded to whole dollars', () => {
  assert.equal(floorCents({ priceCents: 100_00, lowestPriceCents: null, lowestPercent: 15 }), 85_00)
  assert.equal(floorCents({ priceCents: 49_00, lowestPriceCents: null, lowestPercent: 15 }), 42_00) // 41.65
  assert.equal(floorCents({ priceCents: 10_00, lowestPriceCents: null, lowestPercent: 15 }), 9_00) // 8.50
  assert.equal(floorCents({ priceCents: 100_00, lowestPriceCents: null, lowestPercent: 90 }), 10_00)
  assert.equal(floorCents({ priceCents: 60, lowestPriceCents: null, lowestPercent: 0 }), 60)
})

test('if rounding would raise a minimum price above the price, the minimum price equals the price', () => {
  assert.equal(floorCents({ priceCents: 60, lowestPriceCents: null, lowestPercent: 15 }), 60)
  assert.equal(floorCents({ priceCents: 160, lowestPriceCents: null, lowestPercent: 0 }), 160)
})

test('the minimum price never exceeds the price; if it is set as a percentage, it is in whole dollars or equals the price', () => {
  fc.assert(
    fc.property(priceCents, fc.option(priceCents, { nil: null }), fc.integer({ min: 0, max: 90 }), (price, lowest, lowestPercent) => {
      const floor = floorCents({ priceCents: price, lowestPriceCents: lowest, lowestPercent })
      assert.ok(floor >= 0 && floor <= price)
      if (lowest === null) assert.ok(floor % 100 === 0 || floor === price)
      if (lowest === null) assert.ok(Math.abs(floor - (price * (100 - lowestPercent)) / 100) <= 50)
    }),
  )
})
