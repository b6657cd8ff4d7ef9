import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustAmount, byGravity, kindOf, roundAmount, ROUNDINGS, type Adjustment, type Rounding } from './rules.ts'

const STEP = { none: 1, '1': 100, '5': 500, '.99': 100 } as const
const OFFSET = { none: 0, '1': 0, '5': 0, '.99': 99 } as const

/** Tries every amount and returns the closest. If two amounts are equally close, returns the higher amount. */
function nearest(numerator: number, denominator: number, rounding: Rounding): number {
  let best = OFFSET[rounding]
  for (let cents = OFFSET[rounding]; cents <= numerator / denominator + 1000; cents += STEP[rounding]) {
    if (Math.abs(cents * denominator - numerator) <= Math.abs(best * denominator - numerator)) best = cents
  }
  return best
}

test('an amount from 0 to 25 dollars is rounded to the nearest allowed amount, or up if two amounts are equally close', () => {
  for (const rounding of ROUNDINGS)
    for (let cents = 0; cents <= 2_500; cents++)
      assert.equal(roundAmount(cents, 1, rounding), nearest(cents, 1, rounding), `${cents} ${rounding}`)
})

test('a percentage of an amount is rounded only once, and half a cent is rounded up', () => {
  for (const rounding of ROUNDINGS)
    for (const cents of [0, 1, 3, 5, 33, 49, 50, 99, 100, 149, 999, 1_995])
      for (let percent = -100; percent <= 50; percent++) {
        const numerator = cents * (100 + percent)
        assert.equal(roundAmount(numerator, 100, rounding), nearest(numerator, 100, rounding), `${cents} ${percent}% ${rounding}`)
      }
})

const becomes = (cents: number | null, adjustment: Adjustment, expected: number | null): void =>
  assert.deepEqual(adjustAmount('price', cents, adjustment), { ok: true, cents: expected }, JSON.stringify([cents, adjustment]))

test('a bulk price change adjusts an amount by a percentage or by dollars, or replaces the amount with a value', () => {
  becomes(50_00, { percent: -10 }, 45_00)
  becomes(5, { percent: -10 }, 5)
  becomes(5, { percent: -30 }, 4)
  becomes(33_33, { percent: 12.5 }, 37_50)
  // 100 times 0.29 or 1.1 is not an integer in floating-point arithmetic
  becomes(10_000_00, { percent: 0.29 }, 10_029_00)
  becomes(10_000_00, { percent: 1.1 }, 10_110_00)
  becomes(10_00, { percent: -100 }, 0)
  becomes(10_00, { add: -2_50 }, 7_50)
  becomes(null, { set: 12_34 }, 12_34)
  becomes(1, { set: 100_000_00 }, 100_000_00)
  becomes(10_00, { set: null }, null)
})

test('an amount can be rounded to whole dollars, to a multiple of five dollars, or to an ending of .99', () => {
  becomes(49_50, { percent: 0, round: '1' }, 50_00)
  becomes(49_49, { percent: 0, round: '1' }, 49_00)
  becomes(47_50, { percent: 0, round: '5' }, 50_00)
  becomes(47_49, { percent: 0, round: '5' }, 45_00)
  becomes(49_49, { percent: 0, round: '.99' }, 49_99)
  becomes(49_48, { percent: 0, round: '.99' }, 48_99)
  becomes(20, { percent: 0, round: '.99' }, 99)
  becomes(null, { set: 12_34, round: '5' }, 10_00)
  // 49.96 cents is closer to 0 than to 1 dollar
  assert.equal(roundAmount(4996, 100, '1'), 0)
})

test('a bulk price change is refused if a result is negative or above the limit, or if an amount is missing', () => {
  const refused = (cents: number | null, adjustment: Adjustment) => {
    const result = adjustAmount('lowest_price', cents, adjustment)
    return result.ok ? '' : result.message
  }
  assert.match(refused(10_00, { add: -10_01 }), /^lowest_price must be a number of dollars from 0 to 100000\.$/)
  assert.match(refused(10_00, { add: -10_01, round: '.99' }), /from 0 to 100000/)
  assert.match(refused(10_00, { add: -14_00, round: '5' }), /from 0 to 100000/)
  assert.match(refused(99_999_99, { percent: 1 }), /from 0 to 100000/)
  assert.match(refused(null, { percent: -10 }), /^This listing has no lowest_price yet/)
  assert.match(refused(null, { add: 1_00 }), /^This listing has no lowest_price yet/)
})

test('the kind of a bulk change is the name of its only field, even if its value is false or null', () => {
  for (const change of [{ take_offers: false }, { shipping: null }, { price: { add: 1 } }])
    assert.deepEqual([kindOf(change)], Object.keys(change))
})

test('the approvals that a bulk change requires are sorted by severity', () =>
  assert.deepEqual(
    byGravity([{ action: 'listings.price' }, { action: 'listings.publish' }, { action: 'orders.refund' }] as const).map(
      ({ action }) => action,
    ),
    ['orders.refund', 'listings.publish', 'listings.price'],
  ))
