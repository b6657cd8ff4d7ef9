import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayoutRow } from './payouts/queries.ts'
import { presentPayout } from './present.ts'

const at = (day: number) => new Date(Date.UTC(2030, 0, day))
const ROW = { id: 'mov_1', amount_cents: 4_400, status: 'due', tries: 0, order_id: 'ord_1', hold_id: null, listing_title: 'Lamp', created_at: at(1), sent_at: null } as unknown as PayoutRow // prettier-ignore
const present = (change: object = {}, ready = true) => presentPayout({ ...ROW, ...change }, ready)

test('a payout shows its amount, its order and, until it is sent, why it waits', () => {
  const { lines: _, ...payout } = present()
  const { why, ...rest } = payout
  assert.deepEqual(rest, {
    object: 'payout',
    id: 'mov_1',
    amount: 44,
    status: 'waiting',
    order: 'ord_1',
    hold: null,
    listing: { title: 'Lamp' },
    created_at: '2030-01-01T00:00:00.000Z',
    sent_at: null,
  })
  assert.match(why!, /on its way/)
  const sent = present({ status: 'sent', sent_at: at(2), tries: 3 })
  assert.deepEqual([sent.status, sent.why, sent.sent_at], ['sent', null, '2030-01-02T00:00:00.000Z'])
})

test('a payout waits for a review, for the payout account, or for the payment provider', () => {
  assert.match(present({ status: 'held' }, false).why!, /Our team is reviewing it/)
  assert.match(present({ tries: 1 }, false).why!, /account is not set up/)
  assert.match(present({ tries: 1 }).why!, /has not accepted this payout yet/)
})
