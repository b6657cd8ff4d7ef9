import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelledUnpaid, depositWords, type EndedOrder } from './unpaid.ts'

const order: EndedOrder = { payment: 'unpaid', deposit: 1, timeline: [{ by: 'provider' }, { by: 'service' }] }

test('the message about an order that ends unpaid explains what happens to the deposit', () => {
  assert.match(depositWords(order)!, /not refunded/)
  assert.match(depositWords({ ...order, payment: 'pending', timeline: [] })!, /not refunded/)
  assert.match(depositWords({ ...order, timeline: [{ by: 'service' }, { by: 'provider' }] })!, /bank reverses/)
  assert.equal(depositWords({ ...order, deposit: 0 }), null)
  assert.equal(depositWords({ ...order, payment: 'paid' }), null)
})

test('the message about a cancelled order says that nothing was paid, or that only the deposit was paid', () => {
  assert.equal(cancelledUnpaid({ ...order, deposit: 0 }), ' before it was paid.')
  assert.equal(cancelledUnpaid(order), ` before the rest was paid. ${depositWords(order)}`)
  assert.equal(cancelledUnpaid({ ...order, payment: 'refunded' }), null)
})
