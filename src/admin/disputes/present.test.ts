import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORE, NOW } from '#test/cards.ts'
import { presentDispute } from './present.ts'
import type { DisputeMessage, DisputeRow } from './queries.ts'

test('a dispute shows the total of the order, its steps and its messages', () => {
  const row = { id: 'ord_1', item_cents: 4_050, shipping_cents: 850, refunded_cents: 125, problem: { photos: [] }, return_status: null, return_details: null, created_at: NOW } as unknown as DisputeRow // prettier-ignore
  const messages = [{ sender: 'buyer', text: 'It is torn.', photo_count: 2, created_at: NOW }] as unknown as DisputeMessage[]
  const shown = presentDispute(CORE, { row, steps: [{ at: NOW, status: 'problem', by: 'buyer' }], messages })
  assert.deepEqual([shown.item, shown.shipping, shown.total, shown.refunded], [40.5, 8.5, 49, 1.25])
  assert.deepEqual(shown.timeline, [{ at: NOW.toISOString(), status: 'problem', by: 'buyer' }])
  const [{ text, ...message } = { text: '' }] = shown.messages
  assert.deepEqual(message, { from: 'buyer', created_at: NOW.toISOString() })
  assert.match(text, /It is torn\..*2 photos/s)
})
