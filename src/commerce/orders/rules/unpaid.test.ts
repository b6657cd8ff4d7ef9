import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelledUnpaid, depositText, type EndedOrder } from './unpaid.ts'

const order: EndedOrder = { payment: 'unpaid', deposit: 1, timeline: [{ by: 'provider' }, { by: 'service' }] }

test('the message about an order that ends unpaid explains what happens to the deposit', () => {
  assert.match(depositText(order)!, /not refunded/)
  assert.match(depositText({ ...order, payment: 'pending', timeline: [] })!, /not refunded/)
  assert.match(depositText({ ...order, timeline: [{ by: 'service' }, { by: 'provider' }] })!, /bank reverses/)
  assert.equal(depositText({ ...order, deposit: 0 }), null)
  assert.equal(depositText({ ...order, payment: 'paid' }), null)
})

test('the message about a cancelled order says that nothing was paid, or that only the deposit was paid', () => {
  assert.equal(cancelledUnpaid({ ...order, deposit: 0 }), ' before it was paid.')
  assert.equal(cancelledUnpaid(order), ` before the rest was paid. ${depositText(order)}`)
  assert.equal(cancelledUnpaid({ ...order, payment: 'refunded' }), null)
})
