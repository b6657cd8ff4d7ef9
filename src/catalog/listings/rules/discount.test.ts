import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepDown } from './discount.ts'

test('a price drop is rounded to cents if the price includes cents, and otherwise to whole dollars', () => {
  assert.equal(stepDown(40_00, 10), 4_00)
  assert.equal(stepDown(45_00, 10), 5_00)
  assert.equal(stepDown(44_00, 10), 4_00)
  assert.equal(stepDown(39_99, 10), 4_00)
  assert.equal(stepDown(39_94, 10), 3_99)
})

test('a price drop is at least one dollar, or at least one cent if the price includes cents', () => {
  assert.equal(stepDown(4_00, 5), 1_00)
  assert.equal(stepDown(99, 1), 1)
  assert.equal(stepDown(7, 5), 1)
})
