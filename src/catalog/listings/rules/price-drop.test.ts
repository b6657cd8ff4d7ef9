import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideDrop, priceAfterStep, type DropFacts, type Schedule } from './price-drop.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-12-01T12:00:00Z')
const days = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS)

const schedule: Schedule = { percent: 10, amountCents: null, baseCents: 100_00, everyDays: 7 }
const facts: DropFacts = {
  priceCents: 100_00,
  lowestPriceCents: 75_00,
  lowestPercent: 15,
  status: 'live',
  hidden: false,
  reserved: false,
  shopClosed: false,
  awayUntil: null,
  inSale: false,
  publishedAt: days(-30),
  soldAt: null,
}
const after = (priceCents: number, more: Partial<Schedule> = {}, lowestPriceCents: number | null = 75_00) =>
  priceAfterStep({ ...schedule, ...more }, { priceCents, lowestPriceCents, lowestPercent: 15 })

test('every price drop subtracts the same amount, computed from the initial price', () => {
  assert.equal(after(100_00), 90_00)
  assert.equal(after(90_00), 80_00)
  assert.equal(after(25_00, { baseCents: 25_00 }, 20_00), 22_00, 'in whole dollars')
  assert.equal(after(100_00, { percent: null, amountCents: 2_50 }), 97_50)
})

test('a price drop that would go below the minimum price is skipped, not reduced in size', () => {
  assert.equal(after(80_00), null)
  assert.equal(after(85_00), 75_00)
  assert.equal(after(84_99), null)
})

test('for a listing without its own minimum price, the schedule uses the shop’s percentage of the price before the first drop', () => {
  assert.equal(after(95_00, {}, null), 85_00)
  assert.equal(after(94_99, {}, null), null)
})

test('a scheduled price drop never reduces a price to 0', () => {
  assert.equal(after(10_00, {}, 0), null)
  assert.equal(after(10_01, {}, 0), 1)
})

test('a due price drop lowers the price and schedules the next price drop one period later', () =>
  assert.deepEqual(decideDrop(schedule, facts, NOW), { kind: 'drop', priceCents: 90_00, nextAt: days(7), last: false }))

test('a price-drop schedule ends after the last possible price drop', () =>
  assert.deepEqual(decideDrop(schedule, { ...facts, priceCents: 90_00 }, NOW), {
    kind: 'drop',
    priceCents: 80_00,
    nextAt: days(7),
    last: true,
  }))

test('a price-drop schedule ends when no further price drop is possible', () =>
  assert.deepEqual(decideDrop(schedule, { ...facts, priceCents: 80_00 }, NOW), { kind: 'end' }))

const pauses: [string, Partial<DropFacts>][] = [
  ['a draft', { status: 'draft', publishedAt: null }],
  ['sold', { status: 'sold', soldAt: days(-29.9) }],
  ['hidden', { hidden: true }],
  ['reserved', { reserved: true }],
  ['in a closed shop', { shopClosed: true }],
  ['in the shop of an absent seller', { awayUntil: days(0.1) }],
  ['in a sale', { inSale: true }],
]
for (const [name, pause] of pauses)
  test(`if a listing is ${name} when its price drop is due, the price stays the same for one more day`, () =>
    assert.deepEqual(decideDrop(schedule, { ...facts, ...pause }, NOW), { kind: 'wait', nextAt: days(1) }))

test('a price-drop schedule of a sold listing ends 30 days after the sale', () =>
  assert.deepEqual(decideDrop(schedule, { ...facts, status: 'sold', soldAt: days(-30) }, NOW), { kind: 'end' }))

test('the first scheduled price drop comes one full period after publication', () => {
  assert.deepEqual(decideDrop(schedule, { ...facts, publishedAt: days(-6) }, NOW), { kind: 'wait', nextAt: days(1) })
  assert.equal(decideDrop(schedule, { ...facts, publishedAt: days(-7) }, NOW).kind, 'drop')
})
