// Searches every state of a sale: npm run explore -- [--quick] [--two] [--defects] [--replay] [--pairs] [--deepest 9] [--seconds 3600] [--kinds]
// --quick: one buyer instead of two. --defects: inserts one defect at a time into a rule, and searches with one buyer until it shows.
// --two: every state of a purchase of two listings, with one buyer. --two --defects: the same, with one defect at a time in the rules
// --defects --replay: also replays on the service the sequence that shows each defect
// --replay: replays the shortest sequence of every kind of move on the service and its database, with one buyer and then with two
// --pairs: runs each pair of writes on one listing on the service, and pauses the first before each of its locks
// --pairs --part 2/28: only the second part of 28. --pairs --only TEXT: only the pairs whose name contains the text
// --pairs --defects: inserts one defect at a time into the service's SQL statements, and checks that the pairs show it
// --kinds: prints how often each kind of move occurred
import { parseArgs } from 'node:util'
import { answerHelp } from '#bin/help.ts'
import { startTestCluster } from '#test/cluster.ts'
import { openLane, type Lane } from '#test/model/lane.ts'
import { BUNDLE_DEFECTS } from './bundle-defects.ts'
import { DEFECTS } from './defects.ts'
import { INVARIANTS } from './invariants.ts'
import { SQL_DEFECTS } from './pairs/defects.ts'
import { Market } from './pairs/market.ts'
import { IN_ORDER, Pairs, type PairsResult, type PairViolation } from './pairs/run.ts'
import { disagreementOf, replay } from './replay.ts'
import { search, type SearchResult } from './search.ts'
import { searchOne, twoListings, wrongQuote, type Base } from './two-listings.ts'

answerHelp(import.meta.filename)

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    two: { type: 'boolean' },
    defects: { type: 'boolean' },
    replay: { type: 'boolean' },
    deepest: { type: 'string' },
    seconds: { type: 'string' },
    kinds: { type: 'boolean' },
    pairs: { type: 'boolean' },
    part: { type: 'string' },
    only: { type: 'string' },
  },
})
/** Depth of the replayed search with two buyers. This depth reaches most kinds of moves that need a second buyer. */
const TWO_BUYERS_DEPTH = 8
const mostSeconds = Number(values.seconds ?? 3_600)
const limits = {
  mostSeconds,
  ...(values.deepest ? { deepest: Number(values.deepest) } : {}),
  onLevel: (level: SearchResult) => console.log(summaryOf(level)),
}

if (values.pairs) await runPairs()
else if (values.two) searchBoth()
else if (values.defects) await searchForDefects()
else if (values.replay) await replayAll()
else searchAll()

function searchAll(): void {
  const found = search({ ...limits, ...(values.quick ? { buyers: ['ann'] } : {}) })
  console.log(`\n${summaryOf(found)}`)
  console.log(`${found.markets} states of the listing, ${found.states - found.markets} of sales, holds and payments that left it`)
  report(found)
}

function searchBoth(): void {
  const base = searchOne(mostSeconds)
  if (base.one.violation || !base.one.ended) return report(base.one)
  console.log(`one listing: ${summaryOf(base.one)}`)
  if (values.defects) return searchForBundleDefects(base)
  const quote = wrongQuote()
  const found = search({ ...limits, space: twoListings(base) })
  console.log(`\n${summaryOf(found)}`)
  console.log(`${base.free.length} states of a listing in which it can be ordered`)
  console.log(`${found.markets} states of an unpaid purchase, ${found.states - found.markets} of a paid one`)
  report(quote === null ? found : { ...found, violation: { message: quote, trace: [] } })
}

function searchForBundleDefects(base: Base): void {
  for (const [title, put] of Object.entries(BUNDLE_DEFECTS)) {
    const restore = put()
    const quote = wrongQuote()
    const violation = quote === null ? search({ mostSeconds, space: twoListings(base) }).violation : { message: quote, trace: [] }
    restore()
    if (!violation) process.exitCode = 1
    console.log(`\n${violation ? 'found' : 'NOT FOUND'}: ${title}\n${violation ? reportOf(violation) : ''}`)
  }
}

function report(found: SearchResult): void {
  // the two comparisons: moves against the state tables, and deadlines against the durations in the rules
  console.log(`${Object.keys(INVARIANTS).length} invariants and 2 comparisons in each state`)
  console.log(
    found.ended ? `The search visited every state. ${found.stuck} states have no way to an end.` : 'The search stopped before the end.',
  )
  if (values.kinds)
    for (const [kind, { count }] of [...found.kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      console.log(`${String(count).padStart(8)} ${kind}`)
  if (!found.ended && !values.deepest) process.exitCode = 1
  if (!found.violation) return
  process.exitCode = 1
  console.log(`\n${reportOf(found.violation)}`)
}

async function searchForDefects(): Promise<void> {
  const { lane, close } = values.replay ? await startLane() : { lane: null, close: async () => {} }
  let shown = 0
  for (const [title, put] of Object.entries(DEFECTS)) {
    const restore = put()
    const { violation, seconds } = search({ mostSeconds, buyers: ['ann'] })
    // the replayed service runs in this process, so the seeded defect also affects the service
    const replayed = lane && violation ? await disagreementOf(lane, violation.trace) : null
    restore()
    if (!violation) process.exitCode = 1
    if (replayed) shown++
    console.log(`\n${violation ? 'found' : 'NOT FOUND'} in ${seconds.toFixed(1)} s: ${title}\n${violation ? reportOf(violation) : ''}`)
    if (replayed) console.log(`The service differs at step ${replayed.step}: ${replayed.message}`)
    else if (lane) console.log('The replay does not show it.')
  }
  await close()
  if (lane) console.log(`\nThe replay showed ${shown} of ${Object.keys(DEFECTS).length} defects.`)
}

async function startLane(): Promise<{ lane: Lane; close(): Promise<void> }> {
  const started = await startTestCluster()
  process.env.TEST_CLUSTER = JSON.stringify(started.cluster)
  const lane = await openLane()
  return {
    lane,
    async close() {
      await lane.close()
      await started.stop()
    },
  }
}

async function replayAll(): Promise<void> {
  const { kinds: ofOne } = search({ mostSeconds, buyers: ['ann'] })
  const { kinds: ofTwo } = search({ mostSeconds, deepest: TWO_BUYERS_DEPTH })
  const walks = { 'one buyer': ofOne, 'two buyers': new Map([...ofTwo].filter(([kind]) => !ofOne.has(kind))) }
  const { lane, close } = await startLane()
  for (const [name, kinds] of Object.entries(walks)) {
    const { sequences, steps, covered, missed, failure } = await replay(lane, kinds, mostSeconds)
    for (const [kind, reason] of missed) console.log(`not replayed: ${kind}\n  ${reason}`)
    console.log(`\n${name}: ${sequences} sequences, ${steps} steps; ${covered.length} of ${kinds.size} kinds of moves`)
    if (!failure) continue
    process.exitCode = 1
    console.log(`\nstep ${failure.step}: ${reportOf(failure)}`)
  }
  await close()
}

async function runPairs(): Promise<void> {
  const started = await startTestCluster()
  process.env.TEST_CLUSTER = JSON.stringify(started.cluster)
  const market = await Market.open(started.cluster)
  const pairs = await Pairs.open(market)
  if (values.defects) await showSqlDefects(market, pairs)
  else await runAllPairs(pairs)
  await market.close()
  await started.stop()
}

async function runAllPairs(pairs: Pairs): Promise<void> {
  const [nth = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number)
  let printed = 0
  const onVerb = (name: string, r: PairsResult) => {
    console.log(`${name}: ${r.pairs} pairs, ${r.interleavings} interleavings`)
    for (const violation of r.violations.slice(printed)) console.log(`\n${pairReport(violation)}\n`)
    printed = r.violations.length
  }
  const found = await pairs.run({ share: { nth, parts }, mostSeconds, onVerb, ...(values.only ? { only: values.only } : {}) })
  for (const [reason, count] of found.explained) console.log(`${count} results equal no order: ${reason}`)
  console.log(
    `\n${found.verbs} verbs, ${found.pairs} pairs, ${found.interleavings} interleavings (${found.waits} with a wait), ${found.seconds.toFixed(0)} s, ${found.violations.length} violations`,
  )
  if (found.pairs === 0) console.log('No pair was run, so this run proves nothing.')
  if (found.violations.length > 0 || !found.ended || found.pairs === 0) process.exitCode = 1
}

async function showSqlDefects(market: Market, pairs: Pairs): Promise<void> {
  for (const { title, pairs: only, edit } of SQL_DEFECTS) {
    market.edit = edit
    const { violations, seconds } = await pairs.run({ only })
    // a defect that also appears when the calls run one after the other is not a locking defect
    const [first] = violations.filter(({ point }) => !point.startsWith(IN_ORDER))
    if (!first) process.exitCode = 1
    console.log(`\n${first ? 'found' : 'NOT FOUND'} in ${seconds.toFixed(1)} s: ${title}`)
    if (first) console.log(pairReport(first))
  }
}

function pairReport({ pair, stage, point, answers, difference }: PairViolation): string {
  const lines = [`${pair}, with ${stage}`, `paused before: ${point}`, `answers: ${answers.join(' and ')}`]
  return [...lines, ...difference.slice(0, 12).map((one) => one.slice(0, 400))].join('\n  ')
}

function summaryOf({ depth, states, edges, kinds, seconds }: SearchResult): string {
  const megabytes = (process.memoryUsage().rss / 2 ** 20).toFixed(0)
  return `depth ${depth}: ${states} states, ${edges} moves, ${kinds.size} kinds of moves, ${seconds.toFixed(0)} s, ${megabytes} MB`
}

function reportOf({ message, trace }: { message: string; trace: readonly string[] }): string {
  return [message, ...trace.map((step, n) => `${n + 1}. ${step}`)].join('\n')
}
