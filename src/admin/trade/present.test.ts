import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentTrade } from './present.ts'

test('trade figures compare the second half of the days with the first', () => {
  const day = (number: number, volumeCents: number) => ({ day: `2030-01-0${number}`, orders: number, volumeCents, feesCents: 5, refundsCents: 0, disputes: 1 }) // prettier-ignore
  const { days, before, total, data } = presentTrade([day(1, 1_000), day(2, 200), day(3, 30), day(4, 4)])
  assert.equal(days, 2)
  assert.deepEqual(before, { orders: 3, volume: 12, fees: 0.1, refunds: 0, disputes: 2 })
  assert.deepEqual(total, { orders: 7, volume: 0.34, fees: 0.1, refunds: 0, disputes: 2 })
  assert.deepEqual(
    data.map((row) => [row.day, row.volume]),
    [
      ['2030-01-03', 0.3],
      ['2030-01-04', 0.04],
    ],
  )
})
