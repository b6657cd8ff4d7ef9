import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeNote } from './fee-note.ts'

const FEES = { feePercent: 10, fees: { Books: 2.5, Tech: 0 } }

test('the fee note states the fee for the category, with the item’s price as the example', () => {
  assert.equal(feeNote(FEES, 'Books', 40), 'Fee 2.5%: of $40, you get $39.')
})

test('if an item has no price, the fee note uses an example price', () => {
  assert.equal(feeNote(FEES, null, null), 'Fee 10%: of $100, you get $90.')
})

test('the fee note says “No fee” for a category without a fee', () => {
  assert.equal(feeNote(FEES, 'tech', 40), 'No fee: you get the full price.')
})

test('the example in the fee note uses the same fee as a real order', () => {
  assert.match(feeNote(FEES, 'Books', 0.2), /you get \$0\.19/)
})
