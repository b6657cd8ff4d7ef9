import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appealRefusal } from './rules.ts'

test('until it is lifted, a moderation action can be appealed three times, one appeal at a time', () => {
  const action = { lifted: false, open: false, appeals: 0 }
  assert.equal(appealRefusal(action), null)
  assert.equal(appealRefusal({ ...action, appeals: 2 }), null)
  assert.match(appealRefusal({ ...action, appeals: 3 })!, /3 times/)
  assert.match(appealRefusal({ ...action, open: true })!, /being reviewed/)
  assert.match(appealRefusal({ ...action, lifted: true, open: true })!, /has been lifted/)
})
