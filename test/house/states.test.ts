import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'
import { driftedTriggers, GUARDED } from './states.ts'

const SCHEMA = readFileSync(join(ROOT, 'db/schema.sql'), 'utf8')

test('the database triggers allow exactly the transitions in the state rules', () => {
  assert.deepEqual(Object.keys(GUARDED), ['listing', 'offer', 'hold', 'purchase', 'order', 'return'])
  assert.deepEqual(driftedTriggers(SCHEMA), [])
})

test('the trigger check reports a missing trigger, a missing transition and an additional transition', () => {
  const offer = GUARDED['offer']!
  assert.match(driftedTriggers(SCHEMA, { offer: [...offer, { from: 'closed', to: 'open' }] })[0]!, /^offer_moves/)
  assert.match(driftedTriggers(SCHEMA, { offer: offer.filter(({ to }) => to !== 'lapsed') })[0]!, /^offer_moves/)
  assert.match(driftedTriggers('', { offer })[0]!, /^offer_moves/)
  assert.deepEqual(driftedTriggers(SCHEMA, { offer: [...offer, { from: 'open', to: 'open' }] }), [], 'staying in a state is no transition')
})
