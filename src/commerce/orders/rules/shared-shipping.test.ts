import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movableShipping } from './shared-shipping.ts'

test('shipping can move to another order until refunds exceed the item price', () => {
  const order = { item_cents: 1_000, shipping_cents: 500 }
  assert.deepEqual(
    [0, 1_000, 1_001, 1_499, 1_500, 1_501].map((refunded_cents) => movableShipping({ ...order, refunded_cents })),
    [500, 500, 499, 1, 0, 0],
  )
})
