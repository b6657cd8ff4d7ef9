// The full model test: npm run model -- --runs 2000 [--seed 1] [--lanes 2] [--seconds 300] [--as-found]
// A failure prints the options that replay it, such as --path 12:0:3 --replay-path AAB:F
// --lanes: number of services that run sequences in parallel. --as-found: does not shrink a failing sequence, which is faster.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { startTestCluster } from '#test/cluster.ts'
import { openLane } from './lane.ts'
import { checkSequences, replayOptions } from './property.ts'
import type { Tally } from './sequence.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    lanes: { type: 'string' },
    path: { type: 'string' },
    'replay-path': { type: 'string' },
    seconds: { type: 'string' },
    'as-found': { type: 'boolean' },
  },
})
const runs = Number(values.runs ?? 2_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30))
const mostSeconds = Number(values.seconds ?? 3_600)
const lanes = values.path === undefined ? Number(values.lanes ?? 3) : 1

const started = await startTestCluster()
process.env.TEST_CLUSTER = JSON.stringify(started.cluster)
const began = performance.now()
const tally: Tally = new Map()
const results = await Promise.all(
  Array.from({ length: lanes }, async (_, index) => {
    const lane = await openLane()
    const share = Math.ceil(runs / lanes)
    const found = await checkSequences(lane, tally, {
      seed: seed + index,
      runs: share,
      mostSeconds,
      shrinks: values['as-found'] !== true,
      path: values.path,
      replayPath: values['replay-path'],
    })
    await lane.close()
    return found
  }),
)
await started.stop()

for (const [verb, counts] of [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    `${verb.padEnd(24)} ${[...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([result, count]) => `${result}: ${count}`)
      .join('  ')}`,
  )
const sequences = results.reduce((sum, one) => sum + one.played, 0)
const steps = [...tally.values()].flatMap((counts) => [...counts.values()]).reduce((a, b) => a + b, 0)
console.log(
  `${sequences} sequences, ${steps} steps, ${((performance.now() - began) / 1000).toFixed(0)} s; seeds ${results.map(({ details }) => details.seed).join(', ')}`,
)
for (const { details: failed } of results.filter(({ details }) => details.failed)) {
  process.exitCode = 1
  // omits the scheduler's long list of turns, because the seed determines it
  console.log(fc.defaultReportMessage(failed)?.replaceAll(/^-> .*\n/gm, ''))
  console.log(failed.errorInstance)
  console.log(`replay: npm run model -- ${replayOptions(failed).join(' ')} --as-found`)
}
