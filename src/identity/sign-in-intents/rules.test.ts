import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedInAfter } from './rules.ts'

test('a proof of identity counts only if it was given after the action was started', () => {
  const started = new Date('2026-11-18T12:00:00.000Z')
  const proved = [-1, 0, 1].map((ms) => new Date(started.getTime() + ms))
  assert.deepEqual([...proved, null, undefined].map((at) => signedInAfter(started, at)), [false, true, true, false, false]) // prettier-ignore
})
