import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { coverTests, mutateTests, type CaseTrial, type TestCoverage } from './cases.ts'
import { isOfGeneration, loadTest, nextGeneration, pathOf, withImporters } from './loader.ts'
import { runFile } from './node-test.ts'

/*
 * Runs tests against mutants, one mutant after the other, all in one process. For a whole unit test file, the loader replaces the source of
 * the mutated file, and reloads only the modules that import it. `cases.ts` runs single tests instead. The parent process stops a process
 * whose mutant loops.
 */

export type Job =
  | { kind: 'cover'; tests: readonly string[] }
  | { kind: 'mutate'; file: string; tests: readonly string[]; texts: readonly Trial[] }
  | { kind: 'cover tests'; files: readonly string[]; places: Readonly<Record<string, readonly number[]>> }
  | { kind: 'mutate tests'; texts: Readonly<Record<string, string>>; trials: readonly CaseTrial[] }
/** A mutated source without types, and the test files to run against it, in the given order. */
export type Trial = { id: number; text: string; tests: readonly string[] }
/** A range of a file's text. `executed` is true if the test executes the range. If ranges are nested, the innermost one counts. */
export type Range = [start: number, end: number, executed: boolean]
export type Report =
  | { kind: 'covered'; test: string; ms: number; ranges: Record<string, Range[]> }
  | { kind: 'tests covered'; test: string; tests: TestCoverage[] }
  | { kind: 'unusable'; test: string; words: string }
  | { kind: 'ready' }
  | { kind: 'tried'; id: number; killedBy: string | null }
  | { kind: 'working' }
  | { kind: 'full' }

// with the same seed, every mutant gets the same random cases; shrinking a failed case would take longer than the test itself
fc.configureGlobal({ seed: 42, endOnFailure: true })
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => {})

const send = (report: Report): Promise<void> => new Promise((done) => process.send!(report, undefined, {}, () => done()))

async function cover(tests: readonly string[]): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  for (const test of tests) {
    nextGeneration(() => true, {})
    try {
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
      const began = performance.now()
      if ((await runFile(() => loadTest(test))) === 0) throw new Error('it has no test')
      const ms = performance.now() - began
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const ranges: Record<string, Range[]> = {}
      for (const { url, functions } of result) {
        const path = isOfGeneration(url) ? pathOf(url) : null
        if (path?.startsWith('src/') === true && !path.endsWith('.test.ts')) ranges[path] = rangesOf(functions)
      }
      await send({ kind: 'covered', test, ms, ranges })
    } catch (error) {
      await send({ kind: 'unusable', test, words: String(error).split('\n')[0]! })
    }
    await session.post('Profiler.stopPreciseCoverage')
  }
}

const rangesOf = (functions: readonly { ranges: readonly { startOffset: number; endOffset: number; count: number }[] }[]): Range[] =>
  functions.flatMap((one) => one.ranges.map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count > 0]))

async function mutate(file: string, tests: readonly string[], trials: readonly Trial[]): Promise<void> {
  for (const test of tests) await import(pathToFileURL(test).href)
  const stale = withImporters([file, ...tests])
  await send({ kind: 'ready' })
  for (const { id, text, tests: order } of trials) {
    nextGeneration((path) => stale.has(path), { [file]: text })
    let killedBy: string | null = null
    for (const test of order) {
      try {
        await runFile(() => loadTest(test))
      } catch {
        killedBy = test
        break
      }
    }
    await send({ kind: 'tried', id, killedBy })
  }
}

function run(job: Job): Promise<void> {
  if (job.kind === 'cover') return cover(job.tests)
  if (job.kind === 'mutate') return mutate(job.file, job.tests, job.texts)
  if (job.kind === 'cover tests') return coverTests(job.files, job.places, send)
  return mutateTests(job.texts, job.trials, send)
}

process.once('message', (job: Job) => {
  run(job).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
