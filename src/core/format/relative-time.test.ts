import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { justListed, justListedExpiresAtMs, listedText } from './relative-time.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const HOUR_MS = 3_600_000
const before = (ms: number): Date => new Date(NOW.getTime() - ms)

test('the age of a listing is formatted as a relative time', () => {
  assert.equal(listedText(before(3 * HOUR_MS), NOW), 'Listed 3 hours ago')
  assert.equal(listedText(before(5000), NOW), 'Listed just now')
})

test('a listing counts as “just listed” for 72 hours', () => {
  assert.equal(justListed(before(72 * HOUR_MS), NOW), true)
  assert.equal(justListed(before(72 * HOUR_MS + 1), NOW), false)
})

test('the exact time when a listing stops being “just listed” is computed', () => {
  const ages = fc.oneof(fc.integer({ min: -HOUR_MS, max: 2 * HOUR_MS }), fc.integer({ min: -HOUR_MS, max: 500 * 24 * HOUR_MS }))
  fc.assert(
    fc.property(ages, (age) => {
      const date = before(age)
      const fresh = justListedExpiresAtMs(date, NOW)
      assert.equal(justListed(date, new Date(Math.min(fresh - 1, NOW.getTime() + 1e12))), justListed(date, NOW))
      if (fresh < Infinity) assert.ok(!justListed(date, new Date(fresh)))
    }),
  )
})
