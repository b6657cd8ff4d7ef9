import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangeOf, sumOf } from './rules.ts'

test('the range of the trade figures covers the period that ends today in UTC, and the preceding period of the same length', () => {
  const now = new Date('2026-03-01T23:59:00Z')
  assert.deepEqual(rangeOf(now, 1), { first: '2026-02-28', last: '2026-03-01' })
  assert.deepEqual(rangeOf(now, 7), { first: '2026-02-16', last: '2026-03-01' })
  for (const time of ['00:00:00.000', '23:59:59.999']) assert.equal(rangeOf(new Date(`2026-03-01T${time}Z`), 1).first, '2026-02-28')
})

test('each figure in the totals is the sum of the daily figures', () => {
  const one = { day: '2026-03-01', orders: 1, volumeCents: 20, feesCents: 3, refundsCents: 4, disputes: 5 }
  assert.deepEqual(sumOf([one, { ...one, orders: 2 }]), { orders: 3, volumeCents: 40, feesCents: 6, refundsCents: 8, disputes: 10 })
  assert.deepEqual(sumOf([]), { orders: 0, volumeCents: 0, feesCents: 0, refundsCents: 0, disputes: 0 })
})
