import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { until } from '#test/notices.ts'
import { tendHeap } from './heap.ts'

const LOOK_MS = 100

function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('all is collected once after the start and after each busy time, and never in a pause', async () => {
  let collected = 0
  const end = tendHeap(() => collected++, LOOK_MS)
  try {
    await until('it is at rest after its start', () => collected === 1)
    await sleep(15 * LOOK_MS)
    assert.equal(collected, 1, 'nothing was done since')
    for (let step = 0; step < 10; step++) {
      work(LOOK_MS)
      await sleep(3 * LOOK_MS)
    }
    assert.equal(collected, 1, 'these are pauses')
    await until('it is at rest again', () => collected === 2)
  } finally {
    end()
  }
})

test('the room of what is young is given back', async () => {
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size
  const made: object[] = []
  for (let n = 0; n < 1_000_000; n++) made.push({ n })
  assert.equal(made.length, 1_000_000)
  const busy = young()
  const end = tendHeap(undefined, LOOK_MS)
  try {
    // V8 itself comes eight seconds after a collection, if it comes
    for (let looks = 0; looks < 20 && young() > busy / 4; looks++) await sleep(LOOK_MS)
    assert.ok(young() <= busy / 4, `${young()} of ${busy} bytes`)
  } finally {
    end()
  }
})
