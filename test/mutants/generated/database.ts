import { dirname } from 'node:path/posix'
import { startTestCluster } from '#test/cluster.ts'
import type { Cases } from './cases.ts'
import { GENERAL_TESTS, sharedTests, ownTestOf, testsNear, WIDE_TESTS, type Scope } from './files.ts'
import { Kills } from './kills.ts'
import { runCases, type Outcome, type PlannedCases } from './lane.ts'
import { summaryOf, type Mutant } from './operators.ts'
import { hashOf, TestCoverages, type Executing, type Places } from './test-coverage.ts'
import { rejectedByTypes } from './types.ts'

/* Runs mutants against single tests that use the database. All worker processes share one test cluster. */

/**
 * A source file and its mutants. `offsets` are the positions of all generated mutants in the file, including equivalent ones, and of the
 * branches of its conditions.
 */
export type Source = { file: string; scope: Scope; source: string; offsets: readonly number[]; mutants: Mutant[] }

/**
 * `FIRST`: the number of tests that run against a mutant at first. `OTHERS`: the maximum number of tests that run if the mutant survives
 * those first tests.
 */
const FIRST = 4
const OTHERS = 40
/** Number of tests per file in the folder of the source file for each test of another file. They most often test what the code must do. */
const OF_FOLDER = 4
/** Highest rank of a test in the folder of the source file. The rank 0 is that of the source file's own test file. */
const IN_FOLDER = 1
/** Maximum total duration of the `OTHERS` tests, as measured without a mutant. */
const OTHERS_MS = 40_000
/** Slower tests run only if the mutant survives all others. 98% of the tests are faster. */
const SLOW_MS = 3_000
/** Maximum total duration of the tests that run if the mutant survives the other tests too, as measured without a mutant. */
const LAST_MS = 60_000
/**
 * Maximum number of test files to consider for a source file, because the coverage of each must be measured. If these tests do not execute
 * all positions in the source file, the next batch of the same size is considered.
 */
const NEAR = 6
/** Maximum number of test files to consider if a mutant survives the tests in the nearest files. */
const LAST_NEAR = 24

/** Time limit for the tests in one file with a mutant: `SLOWDOWN` times their duration without the mutant, plus `EXTRA_MS`. */
const SLOWDOWN = 5
const EXTRA_MS = 15_000

/** The value of `Outcome.by` for a mutant that does not compile. */
export const TYPES = 'the type checker'

/** Starts the test cluster. `sources` are all files whose coverage the run may need. `lanes` processes run mutants at the same time. */
export async function openRunner(sources: readonly Source[], lanes: number) {
  const { cluster, stop } = await startTestCluster()
  process.env.TEST_CLUSTER = JSON.stringify(cluster)
  const texts = sharedTests()
  const coverages = new TestCoverages(placesOf(sources), texts)

  const executing = ({ file, runsOnLoad, start }: Mutant) => coverages.executing(file, runsOnLoad ? null : start)
  const plan = (mutant: Mutant): Executing[][] => {
    const order = testsNear(mutant.file, texts)
    const rank = (test: string) => {
      if (test === ownTestOf(mutant.file)) return 0
      if (dirname(test) === dirname(mutant.file)) return IN_FOLDER
      return order.indexOf(test) < NEAR ? 2 : 3
    }
    const fast = executing(mutant).filter(({ ms }) => ms <= SLOW_MS)
    return choose(fast, ({ test }) => rank(test))
  }

  return {
    stop,
    /**
     * Runs the mutants of the given source files, and reports the outcome of each mutant. With `onlyNearest`, the other
     * tests do not run against survivors.
     */
    async run(mutated: readonly Source[], onlyNearest: boolean, onOutcome: (outcome: Outcome) => void): Promise<void> {
      const sourceOf = new Map(mutated.map(({ file, source }) => [file, source]))
      const runPlans = async (plans: ReadonlyMap<Mutant, readonly Executing[][]>, onEach: (outcome: Outcome) => void) => {
        const planned = [...plans].map(([mutant, chosen]): PlannedCases => {
          return { mutant, cases: chosen.flatMap(casesOf), ms: chosen.flat().reduce((sum, { ms }) => sum + ms, 0) }
        })
        // runs the mutants of the same tests together, because these tests run without a mutant only once; the order is random otherwise, so
        // that the first outcomes are a representative sample of all mutants
        const executed = planned.filter(({ cases }) => cases.length > 0).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        const ofLane = (lane: number) => executed.slice((lane * executed.length) / lanes, ((lane + 1) * executed.length) / lanes)
        const runLane = (_: unknown, lane: number) => runCases(sourceOf, ofLane(lane), ({ ms }) => SLOWDOWN * ms + EXTRA_MS, onEach)
        await Promise.all(Array.from({ length: lanes }, runLane))
        for (const { mutant, cases } of planned) if (cases.length === 0) onEach({ mutant, by: null })
      }
      const mutants = mutated.flatMap((one) => one.mutants)
      const rejected = await rejectedByTypes(mutants, sourceOf)
      for (const mutant of rejected) onOutcome({ mutant, by: TYPES })
      const kills = new Kills(sourceOf, texts)
      const compiled = mutants.filter((mutant) => {
        const by = rejected.has(mutant) ? null : kills.of(mutant)
        if (by !== null) onOutcome({ mutant, by })
        return by === null && !rejected.has(mutant)
      })
      const onNew = (outcome: Outcome) => {
        kills.add(outcome)
        onOutcome(outcome)
      }
      const files = [...Map.groupBy(compiled, ({ file }) => file)]

      const near = new Map(files.map(([file]) => [file, testsNear(file, texts)]))
      await coverages.measure(new Map([...near].map(([file, tests]) => [file, [...tests.slice(0, NEAR), ...WIDE_TESTS]])))
      const incomplete = files.filter(([, ones]) => ones.some((mutant) => executing(mutant).length === 0))
      await coverages.measure(new Map(incomplete.map(([file]) => [file, near.get(file)!.slice(NEAR, 2 * NEAR)])))

      const plans = new Map(compiled.map((mutant) => [mutant, plan(mutant)]))
      const survivors: Mutant[] = []
      await runPlans(plans, (outcome) => {
        if (outcome.by !== null) return onNew(outcome)
        survivors.push(outcome.mutant)
        console.log(`survived the nearest tests: ${summaryOf(outcome.mutant)}`)
      })

      if (onlyNearest) {
        for (const mutant of survivors) onOutcome({ mutant, by: null })
        return
      }
      if (survivors.length > 0) console.log(`${survivors.length} mutants survived the nearest tests. More tests now run against them.`)
      await coverages.measure(new Map(survivors.map(({ file }) => [file, [...near.get(file)!.slice(0, LAST_NEAR), ...GENERAL_TESTS]])))
      const last = survivors.map((mutant) => {
        const done = new Set(plans.get(mutant)!.flat().map(nameOf))
        const rest = executing(mutant).filter((one) => !done.has(nameOf(one)))
        const isGeneral = ({ test }: Executing) => GENERAL_TESTS.includes(test)
        const fastest = rest.toSorted((a, b) => Number(isGeneral(b)) - Number(isGeneral(a)) || a.ms - b.ms)
        return [mutant, [withinMs(fastest, LAST_MS)]] as const
      })
      await runPlans(new Map(last), onNew)
    },
  }
}

const nameOf = ({ test, index }: Executing): string => `${test} ${index}`

/** Returns tests in the given order whose total duration is at most `mostMs`. Omits a test that would exceed it. */
function withinMs(tests: readonly Executing[], mostMs: number): Executing[] {
  let leftMs = mostMs
  return tests.filter(({ ms }) => {
    const fits = ms <= leftMs
    if (fits) leftMs -= ms
    return fits
  })
}

/**
 * Returns two lists: the tests that run first, and the tests that run if the mutant survives the first tests. Tests that execute the same
 * positions are similar, so only the fastest of these tests runs first. A lower rank comes first. In each rank, sets of positions that few
 * tests execute come before common sets.
 */
export function choose(executing: readonly Executing[], rank: (one: Executing) => number): Executing[][] {
  const fast = executing.toSorted((a, b) => rank(a) - rank(b) || a.ms - b.ms)
  const paths = [...Map.groupBy(fast, ({ places }) => places.join()).values()].toSorted(
    (a, b) => rank(a[0]!) - rank(b[0]!) || a.length - b.length,
  )
  const distinct = paths.map(([fastest]) => fastest!)
  const first = [...new Set([fast[0], ...distinct])].filter((one) => one !== undefined).slice(0, FIRST)
  // takes the other tests from all files in turn, because the fastest tests in one file are often similar
  const rest = fast.filter((one) => !distinct.includes(one) && !first.includes(one))
  const turnOf = (one: Executing, index: number) => Math.floor(index / (rank(one) <= IN_FOLDER ? OF_FOLDER : 1))
  const byFile = [...Map.groupBy(rest, ({ test }) => test).values()]
  const turns = byFile.flatMap((ones) => ones.map((one, index) => ({ one, turn: turnOf(one, index) })))
  const others = [...distinct.filter((one) => !first.includes(one)), ...turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one)]
  return [first, withinMs(others, OTHERS_MS).slice(0, OTHERS)]
}

const keyOf = ({ cases, mutant }: PlannedCases): string =>
  hashOf(JSON.stringify(cases[0])) + hashOf(`${mutant.file} ${mutant.start} ${mutant.replacement}`)

/** Groups tests by file, because all tests in a file share one service. */
const casesOf = (chosen: readonly Executing[]): Cases[] =>
  [...Map.groupBy(chosen, ({ test }) => test)].map(([test, ones]) => ({
    test,
    indexes: ones.map(({ index }) => index).toSorted((a, b) => a - b),
  }))

/** For each file, returns the positions where mutants start, and a hash of the file's content and these positions. */
const placesOf = (sources: readonly Source[]): Map<string, Places> =>
  new Map(sources.map(({ file, source, offsets }) => [file, { hash: hashOf(`${offsets.join()} ${source}`), offsets }]))
