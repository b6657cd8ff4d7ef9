import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  agoText,
  agoTextExpiresAtMs,
  dayIn,
  dayText,
  leftText,
  monthYear,
  namedTimeText,
  replyTimeText,
  startOfDay,
  timerForm,
  timerText,
  timeText,
  zoneNamed,
} from './time.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const HOUR_MS = 3_600_000
const before = (ms: number): Date => new Date(NOW.getTime() - ms)

test('an age is shown in the largest whole unit', () => {
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

test('a time in the future is formatted as “just now”', () => {
  assert.equal(agoText(before(-HOUR_MS), NOW), 'just now')
})

test('a relative time is never zero, and is shown in the largest suitable unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 20 * 365 * 24 * HOUR_MS }), (ms) => {
      const [, count, unit] = /^(\d+) (minute|hour|day|week|month|year)s? ago$/.exec(agoText(before(ms), NOW))!
      const limit = { minute: 59, hour: 23, day: 6, week: 4, month: 11, year: 20 }[unit as 'minute']
      assert.ok(Number(count) >= 1 && Number(count) <= limit, `${count} ${unit}`)
    }),
  )
})

test('a day starts at midnight in its time zone, or at the first time that exists on that day', () => {
  for (const [day, zone, start] of [
    ['2026-12-05', 'UTC', '2026-12-05T00:00:00.000Z'],
    ['2026-12-05', 'America/Los_Angeles', '2026-12-05T08:00:00.000Z'],
    ['2026-12-05', 'Pacific/Kiritimati', '2026-12-04T10:00:00.000Z'],
    ['2026-12-05', 'Asia/Kathmandu', '2026-12-04T18:15:00.000Z'],
    // on this day in Santiago, clocks go from 23:59 to 01:00
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ] as const) {
    const at = startOfDay(day, zone)!
    assert.equal(at.toISOString(), start, zone)
    assert.deepEqual([dayIn(at, zone), dayIn(new Date(at.getTime() - 1), zone) < day], [day, true], zone)
  }
  for (const text of ['', '2026-13-01', '5.12.2026', '2026-12-05T00:00']) assert.equal(startOfDay(text, 'UTC'), null, text)
})

test('dates with month and year are formatted in UTC', () => {
  assert.equal(monthYear(new Date('2026-11-30T23:59:59.999Z')), 'November 2026')
  assert.equal(monthYear(new Date('2027-01-01T00:00:00.000Z')), 'January 2027')
})

test('the wording of a relative time stays the same until the computed expiry time', () => {
  const ages = fc.oneof(fc.integer({ min: -HOUR_MS, max: 2 * HOUR_MS }), fc.integer({ min: -HOUR_MS, max: 500 * 24 * HOUR_MS }))
  fc.assert(
    fc.property(ages, fc.double({ min: 0, max: 1, noNaN: true }), (age, part) => {
      const date = before(age)
      const until = agoTextExpiresAtMs(date, NOW)
      assert.ok(until > NOW.getTime())
      const later = new Date(NOW.getTime() + Math.floor((until - 1 - NOW.getTime()) * part))
      assert.equal(agoText(date, later), agoText(date, NOW))
    }),
  )
})

const MINUTE_MS = 60_000

test('the remaining time is rounded to the nearest whole unit', () => {
  const left = (minutes: number) => leftText(new Date(NOW.getTime() + minutes * MINUTE_MS), NOW)
  for (const [minutes, text] of [
    [0.4, 'less than a minute'],
    [1, '1 minute'],
    [12.4, '12 minutes'],
    [59.9, '60 minutes'],
    [90, '2 hours'],
    [180, '3 hours'],
    [47 * 60 + 59, '48 hours'],
    [72 * 60 - 1, '72 hours'],
    [14 * 24 * 60 - 1, '14 days'],
  ] as const)
    assert.equal(left(minutes), text)
})

test('the remaining time that is shown differs from the exact time by at most half a unit', () => {
  const sizes = { minute: MINUTE_MS, hour: HOUR_MS, day: 24 * HOUR_MS }
  fc.assert(
    fc.property(fc.integer({ min: MINUTE_MS, max: 400 * 24 * HOUR_MS }), (ms) => {
      const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(leftText(new Date(NOW.getTime() + ms), NOW))!
      const expected = Number(count) * sizes[unit as 'day']
      assert.ok(Math.abs(expected - ms) <= sizes[unit as 'day'] / 2, `${ms} ms as ${count} ${unit}`)
    }),
  )
})

test('a time is formatted in the given time zone, and the output names the zone if the caller requests it', () => {
  const at = new Date('2026-11-24T09:05:00.000Z')
  const pacific = 'America/Los_Angeles'
  assert.deepEqual(
    (['day', 'moment', 'weekday', 'hour'] as const).map((form) => timeText(form, at, pacific)),
    ['24 November 2026', '24 November 2026, 01:05', 'Tuesday 24 November 2026, 01:05', '01:05'],
  )
  assert.equal(namedTimeText('moment', at), '24 November 2026, 09:05 UTC')
  assert.equal(namedTimeText('weekday', at, pacific), 'Tuesday 24 November 2026, 01:05 PST')
  assert.equal(namedTimeText('weekday', at, 'Europe/Berlin'), 'Tuesday 24 November 2026, 10:05 GMT+1')
  assert.equal(namedTimeText('day', new Date('2026-11-24T02:00:00.000Z'), pacific), '23 November 2026')
  assert.equal(timeText('hour', new Date('2026-11-24T00:00:00.000Z'), 'UTC'), '00:00', 'midnight is not 24:00')
  assert.equal(dayText('2026-11-01'), '1 November')
})

test('a time zone is accepted only if it has an IANA name', () => {
  assert.deepEqual(['America/Los_Angeles', 'europe/berlin', 'UTC'].map(zoneNamed), ['America/Los_Angeles', 'Europe/Berlin', 'UTC'])
  for (const none of ['', '+05:00', 'Mars/Olympus', 'A'.repeat(70), 'America/Los_Angeles\n', '<b>'])
    assert.equal(zoneNamed(none), null, none)
})

test('the displayed reply time of a shop is rounded up', () => {
  for (const [hours, text] of [
    [0, 'Usually replies within an hour'],
    [1, 'Usually replies within an hour'],
    [1.01, 'Usually replies within 2 hours'],
    [3, 'Usually replies within 3 hours'],
    [24, 'Usually replies within 24 hours'],
    [25, 'Usually replies within 2 days'],
    [168, 'Usually replies within 7 days'],
    [169, 'Usually takes more than a week to reply'],
  ] as const)
    assert.equal(replyTimeText(hours * 3600), text)
})

test('a timer shows every second, and its text always has the same number of characters', () => {
  const left = (seconds: number) => timerText(new Date(NOW.getTime() + seconds * 1000), NOW)
  for (const [seconds, text] of [
    [0.2, '00:01 left'],
    [9, '00:09 left'],
    [59.5, '01:00 left'],
    [599, '09:59 left'],
    [872, '14:32 left'],
    [3600, '60:00 left'],
    [3601, '60 minutes left'],
    [23.9 * 3600, '24 hours left'],
  ] as const)
    assert.equal(left(seconds), text)
  assert.equal(timerForm(new Date(NOW.getTime() + 15 * 60_000), NOW), 'hour')
  assert.equal(timerForm(new Date(NOW.getTime() + 24 * HOUR_MS), NOW), 'moment')
})
