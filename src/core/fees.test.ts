import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeCentsOf, feePercentOf } from './fees.ts'

const FEES = { feePercent: 10, fees: { Books: 2.5, Tech: 0 } }

test('the fee for a category overrides the general fee, regardless of letter case', () => {
  assert.equal(feePercentOf(FEES, 'Books'), 2.5)
  assert.equal(feePercentOf(FEES, 'bOOKS'), 2.5)
  assert.equal(feePercentOf(FEES, 'Tech'), 0)
})

test('the general fee applies to a category without its own fee, and to an item without a category', () => {
  assert.equal(feePercentOf(FEES, 'Shoes'), 10)
  assert.equal(feePercentOf(FEES, null), 10)
  assert.equal(feePercentOf({ feePercent: 3, fees: {} }, 'Books'), 3)
})

test('the fee is rounded to the nearest cent, and half a cent is rounded up', () => {
  assert.equal(feeCentsOf(FEES, 'Books', 4_000), 100)
  assert.equal(feeCentsOf(FEES, 'Books', 20), 1)
  assert.equal(feeCentsOf(FEES, 'Books', 19), 0)
})
