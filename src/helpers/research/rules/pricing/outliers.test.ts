import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutOutliers } from './outliers.ts'

/** Lists of prices, with the lowest and the highest price that the filter accepts for each list, calculated by hand. */
const CASES: readonly [prices: number[], low: number, high: number][] = [
  [[100, 300, 700], 100, 900],
  [[100, 300, 300, 300], 100, 900],
  [[100, 200, 200, 200, 900], 100, 400],
  [[700, 800, 1_600, 3_200, 3_300], 100, 25_600],
  [[800, 800, 1_600, 1_600, 3_200, 3_200], 200, 12_800],
]

for (const [prices, low, high] of CASES)
  test(`among the prices ${prices.join(', ')}, all prices outside the range from ${low} to ${high} are outliers`, () => {
    const accepts = withoutOutliers(prices)
    assert.deepEqual([low - 1, low, high, high + 1].map(accepts), [false, true, true, false])
  })

test('among only one or two prices, no price counts as an outlier', () => {
  for (const prices of [[], [100], [100, 10_000]]) assert.deepEqual([1, 100_000].map(withoutOutliers(prices)), [true, true])
})
