import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelledUnpaid, depositWords, type EndedOrder } from './unpaid.ts'

const order: EndedOrder = { payment: 'unpaid', deposit: 1, timeline: [{ by: 'provider' }, { by: 'service' }] }

test('explains what happens to the deposit of an order that ends unpaid', () => {
  assert.match(depositWords(order)!, /not refunded/)
  assert.match(depositWords({ ...order, payment: 'pending', timeline: [] })!, /not refunded/)
  assert.match(depositWords({ ...order, timeline: [{ by: 'service' }, { by: 'provider' }] })!, /bank reverses/)
  assert.equal(depositWords({ ...order, deposit: 0 }), null)
  assert.equal(depositWords({ ...order, payment: 'paid' }), null)
})

test('says whether nothing was paid for a cancelled order, or only its deposit', () => {
  assert.equal(cancelledUnpaid({ ...order, deposit: 0 }), ' before it was paid.')
  assert.equal(cancelledUnpaid(order), ` before the rest was paid. ${depositWords(order)}`)
  assert.equal(cancelledUnpaid({ ...order, payment: 'refunded' }), null)
})
