import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ORDER_STATUSES } from '#core/order-status.ts'
import { givesShipping, movableShipping, takesShipping } from './shared-shipping.ts'

test('only the part of an order’s shipping that has not been refunded can move to a different order', () => {
  const order = { item_cents: 1_000, shipping_cents: 500 }
  assert.deepEqual(
    [0, 1_000, 1_001, 1_499, 1_500, 1_501].map((refunded_cents) => movableShipping({ ...order, refunded_cents })),
    [500, 500, 499, 1, 0, 0],
  )
})

test('an open order’s shipping can move to a different order, unless the open order’s payment was disputed or refunded', () => {
  const order = { status: 'shipped', disputed_cents: 0, refunded_cents: 0 } as const
  assert.equal(givesShipping(order), true)
  assert.equal(givesShipping({ ...order, disputed_cents: 1 }), false)
  assert.equal(givesShipping({ ...order, refunded_cents: 1 }), false)
  assert.equal(givesShipping({ ...order, status: 'completed' }), false)
})

test('an order can take over a different order’s shipping only while its own money is in escrow', () => {
  const taking = ORDER_STATUSES.filter((status) => takesShipping({ status }))
  assert.deepEqual(taking, ['paid', 'shipped', 'delivered', 'problem'])
})
