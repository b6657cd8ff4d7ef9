import { Session } from 'node:inspector/promises'
import { executes } from './coverage.ts'
import { loadTest, nextGeneration, pathOf, withImporters } from './loader.ts'
import { runFile } from './node-test.ts'
import { SELECTED } from './schema.ts'
import type { Range, Report } from './worker.ts'

/*
 * Runs single tests against mutants, with the database and the service. The service is loaded only once. The loaded source of each mutated
 * file contains all mutants of that file. A mutant in code that runs on load is the exception: its file and the importing modules are
 * loaded again.
 */

/** Coverage of one test in a file: the test's position and duration, and the positions that it executes in each source file. */
export type TestCoverage = { index: number; ms: number; places: Record<string, number[]> }
/** Selected tests in one file, by their positions. */
export type Cases = { test: string; indexes: readonly number[] }
/**
 * A mutant and its tests. `text` is null if the combined source of the file contains the mutant; otherwise, it is the mutant's own source.
 */
export type CaseTrial = { id: number; file: string; text: string | null; cases: readonly Cases[] }

type Send = (report: Report) => Promise<void>

/** Maximum length of an error message in a report. The message of a test of a page can contain the whole page. */
const LONGEST_MESSAGE = 200

/** If the heap exceeds this size, the worker ends and a new worker continues. */
const MOST_HEAP_BYTES = 1_200_000_000
/** The same limit while coverage is measured. It is lower because V8 searches the whole heap each time it reports the coverage. */
const MOST_COVERED_HEAP_BYTES = 600_000_000

/** Runs all tests in each file, and reports which positions each test executes. Omits tests that fail even without a mutant. */
export async function coverTests(files: readonly string[], places: Readonly<Record<string, readonly number[]>>, send: Send): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const take = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const executed: Record<string, number[]> = {}
    for (const { url, functions } of result) {
      const path = pathOf(url)
      const candidates = path === null ? undefined : places[path]
      if (candidates === undefined) continue
      const ranges = functions
        .flatMap((one) => one.ranges)
        .map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count > 0])
      const found = candidates.filter((offset) => executes(ranges, offset))
      if (found.length > 0) executed[path!] = found
    }
    return executed
  }
  for (const test of files) {
    nextGeneration((path) => path === test, {})
    const tests: TestCoverage[] = []
    try {
      await runFile(() => loadTest(test), {
        // excludes code that runs before the first test, because no single test executes it
        before: async () => void (await take()),
        after: async (index, ms, failed) => {
          const executed = await take()
          if (!failed) tests.push({ index, ms, places: executed })
          await send({ kind: 'working' })
        },
      })
      await send({ kind: 'tests covered', test, tests })
    } catch (error) {
      await send({ kind: 'unusable', test, words: String(error).split('\n')[0]! })
    }
    if (process.memoryUsage().heapUsed > MOST_COVERED_HEAP_BYTES) return send({ kind: 'full' })
  }
}

/**
 * Runs mutants. Each entry in `texts` is a file's source that contains all mutants of the file; a global variable selects the active
 * mutant. If a trial has its own source, the modules that import the file are loaded again. A failed test must pass without the mutant. If
 * it passes only after the earlier tests in its file, the earlier tests run first.
 */
export async function mutateTests(texts: Readonly<Record<string, string>>, trials: readonly CaseTrial[], send: Send): Promise<void> {
  const alone = new Map<string, boolean>()
  const failing = async (trial: CaseTrial | null, { test, indexes }: Cases): Promise<string | null> => {
    const isOwn = trial !== null && trial.text !== null
    const stale = isOwn ? withImporters([trial.file, test]) : new Set([test])
    nextGeneration((path) => stale.has(path), isOwn ? { ...texts, [trial.file]: trial.text! } : texts)
    Reflect.set(globalThis, SELECTED, trial?.id ?? null)
    const failed = await failedTest(test, new Set(indexes))
    await send({ kind: 'working' })
    return failed
  }
  const passesAlone = async (cases: Cases) => {
    const key = `${cases.test} ${cases.indexes.join()}`
    if (!alone.has(key)) alone.set(key, (await failing(null, cases)) === null)
    return alone.get(key)!
  }
  const kills = async (trial: CaseTrial, cases: Cases): Promise<string | null> => {
    const failed = await failing(trial, cases)
    if (failed === null || (await passesAlone(cases))) return failed
    const whole = { test: cases.test, indexes: Array.from({ length: Math.max(...cases.indexes) + 1 }, (_, index) => index) }
    return (await passesAlone(whole)) ? failing(trial, whole) : null
  }
  // loads the service
  const [first] = trials[0]?.cases ?? []
  if (first !== undefined) await passesAlone(first)
  await send({ kind: 'ready' })
  for (const trial of trials) {
    let killedBy: string | null = null
    for (const cases of trial.cases) {
      killedBy = await kills(trial, cases)
      if (killedBy !== null) break
    }
    await send({ kind: 'tried', id: trial.id, killedBy })
    if (process.memoryUsage().heapUsed > MOST_HEAP_BYTES) return send({ kind: 'full' })
  }
}

async function failedTest(test: string, only: ReadonlySet<number>): Promise<string | null> {
  try {
    await runFile(() => loadTest(test), { only })
    return null
  } catch (error) {
    return `${test}: ${String(error).split('\n')[0]!.slice(0, LONGEST_MESSAGE)}`
  }
}
