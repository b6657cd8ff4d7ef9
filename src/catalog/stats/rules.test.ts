import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayBeforeWeek, funnelOf, isStale, totalOf } from './rules.ts'

test('a week that ends today started six days ago', () => {
  assert.equal(dayBeforeWeek(new Date('2026-11-18T00:00:00.000Z')), '2026-11-11')
  assert.equal(dayBeforeWeek(new Date('2026-03-05T23:59:59.999Z')), '2026-02-26')
})

test('the activity of several days is added up, and the total for no days is zero', () => {
  const days = [
    { views: 1, likes: 2, offers: 3, contacts: 5, orders: 6, sales: 4 },
    { views: 10, likes: 20, offers: 30, contacts: 50, orders: 60, sales: 40 },
  ]
  assert.deepEqual(totalOf(days), { views: 11, likes: 22, offers: 33, contacts: 55, orders: 66, sales: 44 })
  assert.deepEqual(totalOf([]), { views: 0, likes: 0, offers: 0, contacts: 0, orders: 0, sales: 0 })
})

test('the funnel has the steps from views to sales, and includes the counts for the preceding period if they are known', () => {
  const [period, before] = [
    { views: 9, likes: 8, offers: 7, contacts: 6, orders: 5, sales: 4 },
    { views: 1, likes: 2, offers: 3, contacts: 0, orders: 5, sales: 6 },
  ]
  assert.deepEqual(funnelOf(period, before), [
    { step: 'views', count: 9, before: 1 },
    { step: 'likes', count: 8, before: 2 },
    { step: 'contacts', count: 6, before: 0 },
    { step: 'orders', count: 5, before: 5 },
    { step: 'sold', count: 4, before: 6 },
  ])
  assert.deepEqual(
    funnelOf(period, null).map((step) => step.before),
    [null, null, null, null, null],
  )
})

test('a listing is stale if it has been live for 30 days and has at most half the shop’s median number of views', () => {
  const now = new Date('2026-11-27T12:00:00.000Z')
  const [old, young] = [new Date('2026-10-28T12:00:00.000Z'), new Date('2026-10-28T12:00:00.001Z')]
  const stale = (views: number, shop_median: number, published_at = old) => isStale({ published_at, views, shop_median }, now)
  assert.deepEqual([stale(5, 10), stale(6, 10), stale(5, 9.5)], [true, false, false])
  assert.equal(stale(0, 10, young), false, 'not yet 30 days')
  assert.deepEqual([stale(0, 0), stale(1, 0), stale(1, 1)], [true, false, false], 'in a shop that few people see, only without views')
})
