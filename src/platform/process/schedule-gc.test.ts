import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { collectAll, scheduleGc } from './schedule-gc.ts'

test('garbage collection runs once after startup and once after each busy period, but not during short pauses', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let collected = 0
  let part = 0
  const end = scheduleGc({ collect: () => collected++, worked: () => part })
  const seconds = (count: number, worked: number) => {
    part = worked
    for (let second = 0; second < count; second++) t.mock.timers.tick(1_000)
  }
  seconds(3, 0.9)
  assert.equal(collected, 0, 'startup is still running')
  seconds(1, 0.01)
  assert.equal(collected, 1, 'startup has ended')
  seconds(100, 0.02)
  seconds(100, 0.1)
  seconds(100, 0)
  assert.equal(collected, 1, 'little work since the last collection')
  for (let pause = 0; pause < 10; pause++) {
    seconds(1, 0.5)
    seconds(9, 0)
  }
  assert.equal(collected, 1, 'short pauses do not trigger a collection')
  seconds(1, 0)
  assert.equal(collected, 2, 'idle again')
  seconds(1, 0.5)
  end()
  seconds(100, 0)
  assert.equal(collected, 2, 'the scheduler has stopped')
})

test('a full garbage collection shrinks the young generation of the heap', () => {
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size
  const made: object[] = []
  for (let n = 0; n < 1_000_000; n++) made.push({ n })
  assert.equal(made.length, 1_000_000)
  const busy = young()
  collectAll()
  assert.ok(young() <= busy / 4, `${young()} of ${busy} bytes`)
})
