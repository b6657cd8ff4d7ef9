import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './root.ts'
import { driftedTriggers, GUARDED } from './states.ts'

const SCHEMA = readFileSync(join(ROOT, 'db/schema.sql'), 'utf8')

test('the triggers of the database let through what the rules say, and nothing else', () => {
  assert.deepEqual(Object.keys(GUARDED), ['listing', 'offer', 'hold', 'order'])
  assert.deepEqual(driftedTriggers(SCHEMA), [])
})

test('a rule that a trigger does not know is found, and so are one too many and a trigger that is gone', () => {
  const offer = GUARDED['offer']!
  assert.match(driftedTriggers(SCHEMA, { offer: [...offer, { from: 'closed', to: 'open' }] })[0]!, /^offer_moves/)
  assert.match(driftedTriggers(SCHEMA, { offer: offer.filter(({ to }) => to !== 'lapsed') })[0]!, /^offer_moves/)
  assert.match(driftedTriggers('', { offer })[0]!, /^offer_moves/)
  assert.deepEqual(driftedTriggers(SCHEMA, { offer: [...offer, { from: 'open', to: 'open' }] }), [], 'what stays is no move')
})
