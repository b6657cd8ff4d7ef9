import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addWorkingDays } from './working-days.ts'

const after = (from: string, days: number) => addWorkingDays(new Date(from), days).toISOString()

test('working days are Monday to Friday in UTC, and a deadline is at the same time of day as its start', () => {
  assert.equal(after('2026-11-16T10:00:00.000Z', 5), '2026-11-23T10:00:00.000Z', 'Monday to Monday')
  assert.equal(after('2026-11-20T23:59:00.000Z', 1), '2026-11-23T23:59:00.000Z', 'Friday to Monday')
  assert.equal(after('2026-11-20T10:00:00.000Z', 5), '2026-11-27T10:00:00.000Z', 'Friday to Friday')
  assert.equal(after('2026-11-21T10:00:00.000Z', 5), '2026-11-27T23:59:59.999Z', 'Saturday to the end of Friday')
  assert.equal(after('2026-11-22T10:00:00.000Z', 1), '2026-11-23T23:59:59.999Z', 'Sunday to the end of Monday')
  assert.equal(after('2026-11-21T10:00:00.000Z', 0), '2026-11-20T23:59:59.999Z', 'Saturday counts as the end of Friday')
  assert.equal(after('2026-11-22T10:00:00.000Z', 0), '2026-11-20T23:59:59.999Z', 'Sunday counts as the end of Friday')
  assert.equal(after('2026-12-31T10:00:00.000Z', 1), '2027-01-01T10:00:00.000Z', 'across the year, without holidays')
})

test('a deadline in working days never falls on a weekend, and five working days from a weekday are seven calendar days', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 40 }),
      (from, days) => {
        const end = addWorkingDays(from, days)
        assert.ok(end.getUTCDay() % 6 !== 0)
        if (from.getUTCDay() % 6 !== 0) assert.equal(addWorkingDays(from, 5).getTime() - from.getTime(), 7 * 86_400_000)
      },
    ),
  )
})

test('a later start never leads to an earlier deadline in working days', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-03-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 3 * 86_400_000 }), fc.integer({ min: 1, max: 10 }), (from, laterMs, days) => {
      const later = new Date(from.getTime() + laterMs)
      assert.ok(addWorkingDays(from, days) <= addWorkingDays(later, days), `${from.toISOString()} ${later.toISOString()} ${days}`)
      assert.ok(addWorkingDays(from, days) > from)
    }),
    { numRuns: 2_000 },
  )
})
