import { dirname } from 'node:path/posix'
import { startTestCluster } from '#test/cluster.ts'
import type { Cases } from './cases.ts'
import { sharedTests, testsNear, type Scope } from './files.ts'
import { runCases, type Outcome, type PlannedCases } from './lane.ts'
import type { Mutant } from './operators.ts'
import { hashOf, TestCoverages, type Places } from './test-coverage.ts'

/*
 * Runs mutants against single tests that use the database. All workers share one test cluster.
 */

export type Source = { file: string; scope: Scope; source: string; mutants: Mutant[] }

/** A mutant first runs in this many tests, the nearest and fastest, and if it survives, in this many others. */
const FIRST = 4
const OTHERS = 20
/** The coverage of so many test files is measured at once, and of at most so many for one source file. */
const STEP = 5
const MOST_FILES = 10
/** Places with fewer tests than this need the coverage of more test files. */
const ENOUGH = 3
/** The tests of one file may take this many times as long with a mutant, and this long in addition. */
const SLOWDOWN = 5
const EXTRA_MS = 15_000

/** Starts the test cluster. `sources` are all files whose coverage may be needed. */
export async function openRunner(sources: readonly Source[]) {
  const { cluster, stop } = await startTestCluster()
  process.env.TEST_CLUSTER = JSON.stringify(cluster)
  const texts = sharedTests()
  const coverages = new TestCoverages(placesOf(sources), texts)

  const plan = (mutant: Mutant): { cases: Cases[]; ms: number } => {
    const { file } = mutant
    const rank = new Map(testsNear(file, texts).map((test, index) => [test, dirname(test) === dirname(file) ? 0 : index < STEP ? 1 : 2]))
    const ordered = coverages
      .executing(file, mutant.runsOnLoad ? null : mutant.start)
      .toSorted((a, b) => rank.get(a.test)! - rank.get(b.test)! || a.ms - b.ms)
    const chosen = [ordered.slice(0, FIRST), ordered.slice(FIRST, FIRST + OTHERS)]
    return {
      cases: chosen.flatMap((part) =>
        [...Map.groupBy(part, ({ test }) => test)].map(([test, ones]) => ({
          test,
          indexes: ones.map(({ index }) => index).toSorted((a, b) => a - b),
        })),
      ),
      ms: chosen.flat().reduce((sum, { ms }) => sum + ms, 0),
    }
  }

  /** Measures the coverage of the nearest test files, until tests of every mutant are known. */
  const measure = async (file: string, mutants: readonly Mutant[]) => {
    const near = testsNear(file, texts).slice(0, MOST_FILES)
    const isEnough = () => mutants.every((mutant) => coverages.executing(file, mutant.runsOnLoad ? null : mutant.start).length >= ENOUGH)
    for (let from = 0; from < near.length && !isEnough(); from += STEP) await coverages.measure(near.slice(from, from + STEP), file)
  }

  return {
    stop,
    /** Runs the mutants of these sources in one process, and reports each outcome. */
    async run(mutated: readonly Source[], onOutcome: (outcome: Outcome) => void): Promise<void> {
      for (const { file, mutants } of mutated) await measure(file, mutants)
      const planned = mutated.flatMap(({ mutants }) => mutants.map((mutant): PlannedCases => ({ mutant, ...plan(mutant) })))
      const sourceOf = new Map(mutated.map(({ file, source }) => [file, source]))
      const executed = planned.filter(({ cases }) => cases.length > 0)
      await runCases(sourceOf, executed, ({ ms }) => SLOWDOWN * ms + EXTRA_MS, onOutcome)
      for (const { mutant, cases } of planned) if (cases.length === 0) onOutcome({ mutant, by: null })
    },
  }
}

/** Returns the places of each file where mutants start, and a hash of its text and of these places. */
function placesOf(sources: readonly Source[]): Map<string, Places> {
  return new Map(
    [...Map.groupBy(sources, ({ file }) => file)].map(([file, parts]) => {
      const offsets = [...new Set(parts.flatMap(({ mutants }) => mutants.map(({ start }) => start)))].toSorted((a, b) => a - b)
      return [file, { hash: hashOf(`${offsets.join()} ${parts[0]!.source}`), offsets }] as const
    }),
  )
}
