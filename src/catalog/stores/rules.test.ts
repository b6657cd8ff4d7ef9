import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianWait } from './rules.ts'

test('the reply time is the median time until a reply, and is unknown with fewer than five conversations', () => {
  const cases: [number[], number | null][] = [
    [[], null],
    [[1, 2, 3, 4], null],
    [[50, 10, 40, 20, 30], 30],
    [[1, 1, 1, 1, 9_999_999], 1],
    [[60, 10, 20, 50, 30, 40], 35],
    [[0, 0, 1, 2, 3, 3], 2],
  ]
  for (const [waits, median] of cases) assert.equal(medianWait(waits), median, JSON.stringify(waits))
  const waits = Object.freeze([5, 4, 3, 2, 1])
  assert.equal(medianWait(waits), 3)
})
