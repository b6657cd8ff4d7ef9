import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from './clock.ts'

test('never goes back, though an older reading of the offset comes in after a newer one', () => {
  const clock = createClock()
  clock.setOffsetMs(60_000)
  const before = clock.now()
  clock.setOffsetMs(0)
  assert.deepEqual([clock.offsetMs(), clock.now() >= before], [60_000, true])
})
