import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLane } from './lane.ts'
import { checkSequences } from './property.ts'
import type { Tally } from './sequence.ts'

const LANES = 2
const RUNS = 25
const MOST_SECONDS = 25

/** Lean, for every commit, with another seed each day, the same for all; `npm run model -- --runs 2000` is the whole of it. */
test('whatever two buyers, an owner, time, the provider and crashes do: answers, records and books are those of the law', async (t) => {
  const seed = Math.floor(Date.now() / 86_400_000)
  const tally: Tally = new Map()
  const results = await Promise.all(
    Array.from({ length: LANES }, async (_, index) => {
      const lane = await openLane()
      t.after(() => lane.close())
      return checkSequences(lane, tally, { seed: seed + index, runs: RUNS, mostSeconds: MOST_SECONDS })
    }),
  )
  for (const { failed, seed: of, counterexamplePath, errorInstance } of results)
    assert.ok(!failed, `npm run model -- --seed ${of} --path "${counterexamplePath}"\n${String(errorInstance)}`)
  assert.ok(results.every(({ numRuns }) => numRuns > 0) && tally.size > 0)
  t.diagnostic(`${results.reduce((sum, { numRuns }) => sum + numRuns, 0)} sequences, seeds ${results.map((one) => one.seed).join(', ')}`)
})
