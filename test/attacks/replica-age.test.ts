import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MOST_BEHIND_MS, watchReplica } from '#platform/replica/watch.ts'
import { slack } from '#test/machine.ts'

// Tests reads from an outdated replica (spec: completions 12, Marketplace reads with a replica). replica.test.ts tests all other behavior
// of the replica.
test('a replica that has applied no changes for 5 s is not used until it has caught up', async (t) => {
  let [primary, replica] = [1_000, 1_000]
  const pool = (at: () => number) =>
    ({
      query: async (text: string) => ({
        rows: [text.includes('shown_changes') ? { horizon: 1, at: 1, position: at(), tx: null, what: '' } : { at: at() }],
      }),
    }) as never
  const watch = watchReplica(
    pool(() => primary),
    pool(() => replica),
    { info: () => {}, warn: () => {} },
  )
  t.after(() => watch.stop())
  const until = async (expected: boolean): Promise<number> => {
    const began = performance.now()
    while (watch.isUsed() !== expected) {
      assert.ok(performance.now() - began < slack(12_000), `the replica was not ${expected ? 'used' : 'dropped'} in time`)
      await sleep(50)
    }
    return performance.now() - began
  }
  await until(true)
  primary = 2_000
  const tookMs = await until(false)
  assert.ok(tookMs > MOST_BEHIND_MS - 1_500 && tookMs < MOST_BEHIND_MS + 1_500, `dropped after ${Math.round(tookMs)} ms`)
  assert.equal(await watch.mayAnswer(), false)
  replica = 2_000
  await until(true)
})
