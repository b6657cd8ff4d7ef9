import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guestName } from './rules.ts'

test('a guest’s name is taken from the address and shortened to at most 60 characters', () => {
  assert.equal(guestName(undefined), 'Guest')
  assert.equal(guestName('Ben Buyer'), 'Ben Buyer')
  assert.deepEqual([guestName('a'.repeat(60)), guestName('a'.repeat(61))], ['a'.repeat(60), 'a'.repeat(60)])
})
