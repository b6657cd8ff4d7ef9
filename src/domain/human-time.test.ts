import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { agoText, agoTextHoldsUntilMs, justListed, justListedHoldsUntilMs, listedText, monthYear } from './human-time.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const HOUR_MS = 3_600_000
const before = (ms: number): Date => new Date(NOW.getTime() - ms)

test('says how long ago in the largest whole unit', () => {
  for (const [hours, text] of [
    [0, 'just now'],
    [1 / 60, '1 minute ago'],
    [0.99, '59 minutes ago'],
    [1, '1 hour ago'],
    [3.9, '3 hours ago'],
    [23.99, '23 hours ago'],
    [24, '1 day ago'],
    [24 * 6.9, '6 days ago'],
    [24 * 7, '1 week ago'],
    [24 * 14, '2 weeks ago'],
    [24 * 29, '4 weeks ago'],
    [24 * 30, '1 month ago'],
    [24 * 61, '2 months ago'],
    [24 * 364, '11 months ago'],
    [24 * 365, '1 year ago'],
    [24 * 800, '2 years ago'],
  ] as const)
    assert.equal(agoText(before(hours * HOUR_MS), NOW), text)
})

test('says when a thing was listed', () => {
  assert.equal(listedText(before(3 * HOUR_MS), NOW), 'Listed 3 hours ago')
  assert.equal(listedText(before(5000), NOW), 'Listed just now')
})

test('a moment in the future is just now', () => {
  assert.equal(agoText(before(-HOUR_MS), NOW), 'just now')
})

test('never says 0 of anything, and never a unit that the next one replaces', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 20 * 365 * 24 * HOUR_MS }), (ms) => {
      const [, count, unit] = /^(\d+) (minute|hour|day|week|month|year)s? ago$/.exec(agoText(before(ms), NOW))!
      const limit = { minute: 59, hour: 23, day: 6, week: 4, month: 11, year: 20 }[unit as 'minute']
      assert.ok(Number(count) >= 1 && Number(count) <= limit, `${count} ${unit}`)
    }),
  )
})

test('names month and year by UTC', () => {
  assert.equal(monthYear(new Date('2026-11-30T23:59:59.999Z')), 'November 2026')
  assert.equal(monthYear(new Date('2027-01-01T00:00:00.000Z')), 'January 2027')
})

test('is just listed within 72 hours', () => {
  assert.equal(justListed(before(72 * HOUR_MS), NOW), true)
  assert.equal(justListed(before(72 * HOUR_MS + 1), NOW), false)
})

test('knows until when a text holds', () => {
  const ages = fc.oneof(fc.integer({ min: -HOUR_MS, max: 2 * HOUR_MS }), fc.integer({ min: -HOUR_MS, max: 500 * 24 * HOUR_MS }))
  fc.assert(
    fc.property(ages, fc.double({ min: 0, max: 1, noNaN: true }), (age, part) => {
      const date = before(age)
      const until = agoTextHoldsUntilMs(date, NOW)
      assert.ok(until > NOW.getTime())
      const later = new Date(NOW.getTime() + Math.floor((until - 1 - NOW.getTime()) * part))
      assert.equal(agoText(date, later), agoText(date, NOW))
      const fresh = justListedHoldsUntilMs(date, NOW)
      assert.equal(justListed(date, new Date(Math.min(fresh - 1, NOW.getTime() + 1e12))), justListed(date, NOW))
      if (fresh < Infinity) assert.ok(!justListed(date, new Date(fresh)))
    }),
  )
})
