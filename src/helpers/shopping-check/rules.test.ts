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
    test(`if the resale price is ${resale} and the cost is ${cost}, the verdict is: ${verdict ?? 'no verdict'}`, () => {
      assert.equal(shoppingScore(Math.round(cost * 100), Math.round(resale * 100))?.verdict ?? null, verdict)
    })
  }

  test('the shopping check returns no score without a cost or a resale price', () => {
    assert.equal(shoppingScore(null, 1000), null)
    assert.equal(shoppingScore(1000, null), null)
  })

  test('the score is never rounded up to a verdict threshold', () => {
    assert.deepEqual(shoppingScore(1_000_000, 599_999), { score: 0.5999, verdict: 'Keeps some of it' })
  })
})

test('computes the exact share of the cost that the resale price covers, even for a cost of one cent', () => {
  assert.equal(shoppingScore(100, 35)?.score, 0.35)
  assert.equal(shoppingScore(1, 1)?.score, 1)
  for (const cost of [null, 0, -1]) assert.equal(shoppingScore(cost, 1), null)
  assert.equal(shoppingScore(1, null), null)
})
