import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payoutLines, type PayoutParts } from './rules.ts'

const NONE = { item_cents: null, shipping_cents: null, refunded_cents: null, fee_cents: null, labels_cents: null, deposit_cents: null }
const ORDER = { ...NONE, item_cents: 4_000, shipping_cents: 800, refunded_cents: 500, fee_cents: 300, labels_cents: 700 }
const lines = (parts: PayoutParts) => payoutLines(parts).map(({ kind, cents }) => [kind, cents])

test('the lines that explain a payout add up to the payout’s amount', () => {
  assert.deepEqual(lines({ ...ORDER, amount_cents: 3_300 }), [
    ['item', 4_000],
    ['shipping', 800],
    ['refund', -500],
    ['fee', -300],
    ['labels', -700],
  ])
  assert.deepEqual(lines({ ...ORDER, refunded_cents: 0, fee_cents: 0, labels_cents: 0, shipping_cents: 0, amount_cents: 3_900 }), [
    ['item', 4_000],
    ['other', -100],
  ])
  const free = { ...ORDER, item_cents: 0, shipping_cents: 0, refunded_cents: 0, fee_cents: 0, labels_cents: 0, amount_cents: 0 }
  assert.deepEqual(lines(free), [['item', 0]])
})

test('when the seller keeps a deposit, the payout lists the deposit and, if the payout has a different amount, the difference', () => {
  assert.deepEqual(lines({ ...NONE, deposit_cents: 700, amount_cents: 700 }), [['deposit', 700]])
  assert.deepEqual(lines({ ...NONE, deposit_cents: 700, amount_cents: 600 }), [
    ['deposit', 700],
    ['other', -100],
  ])
})
