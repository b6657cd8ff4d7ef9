import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeNote } from './fee-note.ts'

const FEES = { feePercent: 10, fees: { Books: 2.5, Tech: 0 } }

test('the note states the fee of the category, with the price of the item as its example', () => {
  assert.equal(feeNote(FEES, 'Books', 40), 'Fee 2.5%: of $40, you get $39.')
})

test('without a price, the note uses an example', () => {
  assert.equal(feeNote(FEES, null, null), 'Fee 10%: of $100, you get $90.')
})

test('the note says that a sale without a fee is free', () => {
  assert.equal(feeNote(FEES, 'tech', 40), 'No fee: you get the full price.')
})

test('the example has the fee that an order has', () => {
  assert.match(feeNote(FEES, 'Books', 0.2), /you get \$0\.19/)
})
