import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeNote } from './fee-note.ts'

const FEES = { feePercent: 10, fees: { Books: 2.5, Tech: 0 } }

test('the note states the fee of the category, with the price of the item as its example', () => {
  assert.equal(feeNote(FEES, 'Books', 40), 'The fee is 2.5% of the price. For a price of $40, the fee is $1 and you get $39.')
})

test('without a price, the note uses an example', () => {
  assert.equal(feeNote(FEES, null, null), 'The fee is 10% of the price. For a price of $100, the fee is $10 and you get $90.')
})

test('the note says that a sale without a fee is free', () => {
  assert.equal(feeNote(FEES, 'tech', 40), 'Selling this item is free. You get the full price.')
})

test('the example has the fee that an order has', () => {
  assert.match(feeNote(FEES, 'Books', 0.2), /the fee is \$0\.01 and you get \$0\.19/)
})
