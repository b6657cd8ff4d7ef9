import assert from 'node:assert/strict'
import { test } from 'node:test'
import { salePrice, statusOf, timesProblem, type SaleFacts } from './rules.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const days = (count: number, ms = 0): Date => new Date(NOW.getTime() + count * 86_400_000 + ms)
const facts: SaleFacts = { status: 'live', hidden: false, priceCents: 100_00, lowestPriceCents: 70_00, lowestPercent: 15 }
const at = (more: Partial<SaleFacts>, percent = 20) => {
  const price = salePrice({ ...facts, ...more }, percent)
  return price.ok ? [price.cents, price.floorCents] : price.message
}

test('a sale price is rounded to the unit of the original price, and the sale does not lower the minimum price', () => {
  assert.deepEqual(at({}), [80_00, 70_00])
  assert.deepEqual(at({ priceCents: 99_99 }), [79_99, 70_00])
  assert.deepEqual(at({ priceCents: 2, lowestPriceCents: 1 }, 50), [1, 1])
  assert.deepEqual(at({ lowestPriceCents: null }, 15), [85_00, 85_00])
})

test('a sale price may equal the minimum price, but may not be below it', () => {
  assert.deepEqual(at({ lowestPriceCents: 80_00 }), [80_00, 80_00])
  assert.match(at({ lowestPriceCents: 80_01 }) as string, /below your minimum price/)
  assert.match(at({ lowestPriceCents: null }, 16) as string, /below your minimum price/)
})

test('a sale never reduces a price to 0', () => {
  assert.match(at({ priceCents: 1_00, lowestPriceCents: 0 }) as string, /too cheap/)
  assert.deepEqual(at({ priceCents: 2_00, lowestPriceCents: 0 }), [1_00, 0])
})

test('only live listings that are visible and have a price take part in a sale', () => {
  for (const more of [{ status: 'draft' }, { status: 'sold' }, { hidden: true }, { priceCents: null }] as const)
    assert.match(at(more) as string, /not for sale/)
})

test('the status of a sale depends on when it starts and ends', () => {
  const times = { startsAt: days(-1), endsAt: days(1), startedAt: null, endedAt: null }
  assert.equal(statusOf(times, NOW), 'planned')
  assert.equal(statusOf({ ...times, startedAt: days(-1) }, NOW), 'running')
  assert.equal(statusOf({ ...times, startedAt: days(-1) }, days(1)), 'ending')
  assert.equal(statusOf({ ...times, startedAt: days(-1), endedAt: days(1) }, days(1)), 'ended')
})

const problem = (startsAt: Date, endsAt: Date) => timesProblem({ startsAt, endsAt }, NOW)?.param ?? null

test('a sale must start within 90 days and may last at most 14 days', () => {
  assert.equal(problem(NOW, days(14)), null)
  assert.equal(problem(NOW, days(14, 1)), 'ends_at')
  assert.equal(problem(NOW, NOW), 'ends_at')
  assert.equal(problem(days(-0.01), days(1)), 'starts_at')
  assert.equal(problem(days(90), days(91)), null)
  assert.equal(problem(days(90, 1), days(91)), 'starts_at')
})
