import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from './clock.ts'

test('the test clock does not go back when an older offset arrives', () => {
  const clock = createClock()
  clock.setOffsetMs(60_000)
  const before = clock.now()
  clock.setOffsetMs(0)
  assert.deepEqual([clock.offsetMs(), clock.now() >= before], [60_000, true])
})
