import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentDailyStats } from './present.ts'

test('medians are rounded to a tenth of a day and to a cent', () => {
  const sells = (median_days: number | null, median_cents: number) => {
    const stats = {
      shop: null,
      rows: [],
      before: null,
      stale: [],
      shops: [],
      sells: [{ category: 'Home', sold: 2, median_days, median_cents }],
    }
    const [{ median_days: days, median_price: price } = {}] = presentDailyStats(stats).sells
    return [days, price]
  }
  assert.deepEqual(sells(1.26, 1_050.6), [1.3, 10.51])
  assert.deepEqual(sells(1.24, 1_050.4), [1.2, 10.5])
  assert.deepEqual(sells(null, 5), [null, 0.05])
})
