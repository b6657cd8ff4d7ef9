import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf } from './access.ts'
import { cheapest, isStale, RATE_VALID_MS } from './rules.ts'

test('a shipping rate is valid for less than 24 hours, and only while both addresses stay the same', () => {
  assert.equal(RATE_VALID_MS, 86_400_000)
  const rate = { created_at: new Date('2026-11-27T10:00:00Z'), addresses: 'one' }
  const after = (ms: number) => new Date(rate.created_at.getTime() + ms)
  assert.equal(isStale(rate, 'one', after(0)), false)
  assert.equal(isStale(rate, 'one', after(86_399_999)), false)
  assert.equal(isStale(rate, 'one', after(86_400_000)), true)
  assert.equal(isStale(rate, 'two', after(0)), true)
})

test('the cheapest rate is chosen; of equally cheap rates, the fastest is chosen, and an unknown transit time counts as the slowest', () => {
  const rate = (amount_cents: number, days: number | null) => ({ amount_cents, days })
  assert.equal(cheapest([]), undefined)
  assert.deepEqual(cheapest([rate(700, 1), rate(500, 9), rate(600, 1)]), rate(500, 9))
  assert.deepEqual(cheapest([rate(500, 4), rate(500, 3), rate(500, 5)]), rate(500, 3))
  for (const rates of [[rate(500, null), rate(500, 120)], [rate(500, 120), rate(500, null)]]) assert.deepEqual(cheapest(rates), rate(500, 120)) // prettier-ignore
  const unknown = [rate(500, null), rate(500, null)]
  assert.equal(cheapest(unknown), unknown[0])
  const rates = [rate(2, 1), rate(1, 1)]
  cheapest(rates)
  assert.deepEqual(rates, [rate(2, 1), rate(1, 1)])
})

test('the digest of two addresses does not depend on the order of their fields', () => {
  const address = { name: 'Ana', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }
  const reordered = Object.fromEntries(Object.entries(address).toReversed()) as typeof address
  const other = { ...address, name: 'Ben' }
  const digest = digestOf({ from: address, to: other })
  assert.equal(digestOf({ from: reordered, to: other }), digest)
  assert.notEqual(digestOf({ from: other, to: address }), digest)
})
