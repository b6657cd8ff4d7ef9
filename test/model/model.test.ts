import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { openLane } from './lane.ts'
import { checkSequences, replayOptions } from './property.ts'
import type { Tally } from './sequence.ts'

const LANES = 2
const RUNS = 25
const MOST_SECONDS = 25
/** Minimum number of sequences per started service, even on a slow machine. */
const LEAST = 8

/** A short run for every commit, with a new seed each day. `npm run model -- --runs 2000` is the full run. */
test('after random actions, clock advances and crashes, the responses, records and ledger match the model', async (t) => {
  const seed = Math.floor(Date.now() / 86_400_000)
  const tally: Tally = new Map()
  const results = await Promise.all(
    Array.from({ length: LANES }, async (_, index) => {
      const lane = await openLane()
      t.after(() => lane.close())
      return checkSequences(lane, tally, { seed: seed + index, runs: RUNS, mostSeconds: MOST_SECONDS, least: LEAST })
    }),
  )
  for (const { details } of results)
    assert.ok(!details.failed, `npm run model -- ${replayOptions(details).join(' ')} --as-found\n${String(details.errorInstance)}`)
  const played = results.map((one) => one.played)
  assert.ok(
    played.every((count) => count >= LEAST),
    `each lane plays at least ${LEAST} sequences, not ${played.join(' and ')}`,
  )
  t.diagnostic(`${played.join(' and ')} sequences, seeds ${results.map(({ details }) => details.seed).join(', ')}`)
})

test('the options that a failed model test prints replay the shortest failing sequence', async (t) => {
  const lane = await openLane()
  t.after(() => lane.close())
  // seeds a defect: every call of `makeOffer` fails
  const { call } = lane
  lane.call = async (request, gate) => (request.endpoint === 'makeOffer' ? { status: 500, body: {}, cut: false } : call(request, gate))
  const { details: found } = await checkSequences(lane, new Map(), { seed: 7, runs: 100 })
  const {
    seed,
    path,
    'replay-path': replayPath,
  } = parseArgs({
    args: replayOptions(found),
    options: { seed: { type: 'string' }, path: { type: 'string' }, 'replay-path': { type: 'string' } },
  }).values
  const again = await checkSequences(lane, new Map(), { seed: Number(seed), runs: 1, path, replayPath, shrinks: false })
  const commandsOf = ({ counterexample }: typeof found) => fc.stringify(counterexample?.[0]).replace(/\/\*.*/, '')
  assert.deepEqual([again.played, commandsOf(again.details)], [1, commandsOf(found)])
  assert.notEqual(replayPath, undefined)
})
