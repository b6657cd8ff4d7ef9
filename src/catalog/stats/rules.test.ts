import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayBeforeWeek, totalOf } from './rules.ts'

test('the week that ends today starts after the same weekday of last week', () => {
  assert.equal(dayBeforeWeek(new Date('2026-11-18T00:00:00.000Z')), '2026-11-11')
  assert.equal(dayBeforeWeek(new Date('2026-03-05T23:59:59.999Z')), '2026-02-26')
})

test('the activity of several days adds up, and that of no days is zero', () => {
  const days = [
    { views: 1, likes: 2, offers: 3, sales: 4 },
    { views: 10, likes: 20, offers: 30, sales: 40 },
  ]
  assert.deepEqual(totalOf(days), { views: 11, likes: 22, offers: 33, sales: 44 })
  assert.deepEqual(totalOf([]), { views: 0, likes: 0, offers: 0, sales: 0 })
})
