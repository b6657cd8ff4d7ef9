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

describe('how the shopping check scores an item', () => {
  for (const [resale, cost, verdict] of WORKED) {
    test(`a resale price of ${resale} and a cost of ${cost} result in the verdict: ${verdict ?? 'no verdict'}`, () => {
      assert.equal(shoppingScore(Math.round(cost * 100), Math.round(resale * 100))?.verdict ?? null, verdict)
    })
  }

  test('without a cost or a resale price, the shopping check returns no score', () => {
    assert.equal(shoppingScore(null, 1000), null)
    assert.equal(shoppingScore(1000, null), null)
  })

  test('the score is not rounded up to reach the threshold of a better verdict', () => {
    assert.deepEqual(shoppingScore(1_000_000, 599_999), { score: 0.5999, verdict: 'Keeps some of it' })
  })
})

test('the share of the cost that the resale price covers is computed exactly, even for a cost of one cent', () => {
  assert.equal(shoppingScore(100, 35)?.score, 0.35)
  assert.equal(shoppingScore(1, 1)?.score, 1)
  for (const cost of [null, 0, -1]) assert.equal(shoppingScore(cost, 1), null)
  assert.equal(shoppingScore(1, null), null)
})
