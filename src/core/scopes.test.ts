import { test } from 'node:test'
import assert from 'node:assert/strict'
import { AGENT_ASK_FIRST, ASK_FIRST, DEFAULT_EVENT_TYPES, EVENT_TYPES, SCOPES } from './scopes.ts'

test('by default, an agent needs approval to delete, spend money, lower the minimum price or change the webhook', () => {
  const deletes = ASK_FIRST.filter((action) => action.endsWith('.delete'))
  const money = [
    'offers.accept',
    'offers.counter',
    'offers.invite',
    'orders.refund',
    'orders.cancel',
    'orders.label',
    'buying.offer',
    'buying.pay',
    'buying.confirm',
  ]
  assert.deepEqual([...AGENT_ASK_FIRST].sort(), [...deletes, ...money, 'shops.floor', 'webhooks.change'].sort())
})

test('every action that can require approval is covered by a scope', () => {
  for (const action of ASK_FIRST) assert.ok((SCOPES as readonly string[]).includes(action.split('.')[0]!), action)
})

test('all default event types of a webhook are valid event types', () => {
  assert.equal(EVENT_TYPES.length, 9)
  assert.deepEqual(DEFAULT_EVENT_TYPES, ['listing.sold', 'offer.received', 'question.asked'])
  for (const type of DEFAULT_EVENT_TYPES) assert.ok(EVENT_TYPES.includes(type))
})
