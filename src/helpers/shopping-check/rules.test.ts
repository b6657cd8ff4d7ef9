import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shoppingScore } from './rules.ts'

const WORKED: readonly [resale: number, cost: number, verdict: string | null][] = [
  [60, 100, 'Holds its value'],
  [59.99, 100, 'Keeps some of it'],
  [35, 100, 'Keeps some of it'],
  [34.99, 100, 'Loses most of it'],
  [4.2, 7, 'Holds its value'],
  [17.5, 50, 'Keeps some of it'],
  [17.49, 50, 'Loses most of it'],
  [120, 100, 'Holds its value'],
  [0, 50, 'Loses most of it'],
  [10, 0, null],
]

describe('the score of a shopping check', () => {
  for (const [resale, cost, verdict] of WORKED) {
    test(`${resale} of ${cost}: ${verdict ?? 'no verdict'}`, () => {
      assert.equal(shoppingScore(Math.round(cost * 100), Math.round(resale * 100))?.verdict ?? null, verdict)
    })
  }

  test('gives no verdict without a cost or without a resale price', () => {
    assert.equal(shoppingScore(null, 1000), null)
    assert.equal(shoppingScore(1000, null), null)
  })

  test('never shows a threshold that was not reached', () => {
    assert.deepEqual(shoppingScore(1_000_000, 599_999), { score: 0.5999, verdict: 'Keeps some of it' })
  })
})
