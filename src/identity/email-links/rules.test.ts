import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hintOf, isLinkToken, LINK_LIFE_MS } from './rules.ts'

test('email links expire after an hour, but verification links after a day and guest links after half an hour', () => {
  const minutes = Object.entries(LINK_LIFE_MS).map(([purpose, ms]) => [purpose, ms / 60_000])
  assert.deepEqual(Object.fromEntries(minutes), { reset: 60, verify: 1_440, sign_in: 60, guest: 30 })
})

test('tokens are recognized by their format, and email addresses are masked', () => {
  assert.deepEqual(['a1Z'.padEnd(32, '0'), 'a'.repeat(31), 'a'.repeat(33), '-'.repeat(32)].map(isLinkToken), [true, false, false, false])
  assert.deepEqual(['ben@example.test', 'é@example.test'].map(hintOf), ['b…@example.test', 'é…@example.test'])
})
