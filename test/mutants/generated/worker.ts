import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { runFile } from './node-test.ts'
import { withoutTypes } from './operators.ts'

/*
 * Runs unit tests against one mutant after another in one process. A loader hook replaces the text of the mutated file, and loads again
 * only the modules that import it. The parent process stops this one when a mutant loops.
 */

export type Job =
  | { kind: 'cover'; tests: readonly string[] }
  | { kind: 'mutate'; file: string; tests: readonly string[]; texts: readonly Trial[] }
/** The mutated text, without types, and the tests to run, in this order. */
export type Trial = { id: number; text: string; tests: readonly string[] }
/** A range of a file's text, and true if the test executes it. Of nested ranges, the inner one counts. */
export type Range = [start: number, end: number, executed: boolean]
export type Report =
  | { kind: 'covered'; test: string; ms: number; ranges: Record<string, Range[]> }
  | { kind: 'unusable'; test: string; words: string }
  | { kind: 'ready' }
  | { kind: 'tried'; id: number; killedBy: string | null }

const texts = new Map<string, string>()
const importers = new Map<string, Set<string>>()
let generation = 0
let fresh = (_path: string): boolean => false
let mutated: { path: string; text: string } | null = null

/** Returns the path of a project module, relative to the project, or null for another module. */
function pathOf(url: string | undefined): string | null {
  if (url?.startsWith('file:') !== true || url.includes('/node_modules/')) return null
  const path = relative(process.cwd(), fileURLToPath(url.split('?')[0]!))
  return path.startsWith('..') || path.startsWith('test/mutants/') || !path.endsWith('.ts') ? null : path
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test' && pathOf(context.parentURL) !== null)
      return { url: import.meta.resolve('./node-test.ts'), shortCircuit: true }
    const found = next(specifier, context)
    const path = pathOf(found.url)
    if (path === null) return found
    const importer = pathOf(context.parentURL)
    if (importer !== null) importers.set(path, (importers.get(path) ?? new Set()).add(importer))
    return fresh(path) ? { ...found, url: `${found.url.split('?')[0]}?generation=${generation}` } : found
  },
  load(url, context, next) {
    const path = pathOf(url)
    if (path === null) return next(url, context)
    if (!texts.has(path)) texts.set(path, withoutTypes(readFileSync(path, 'utf8')))
    return { format: 'module', source: path === mutated?.path ? mutated.text : texts.get(path)!, shortCircuit: true }
  },
})

// The same seed gives every mutant the same cases. Reducing a failed case would take longer than the test.
fc.configureGlobal({ seed: 42, endOnFailure: true })
process.on('unhandledRejection', () => {})

const send = (report: Report): Promise<void> => new Promise((done) => process.send!(report, undefined, {}, () => done()))
const load = (test: string) => import(`${pathToFileURL(test).href}?generation=${generation}`)

async function cover(tests: readonly string[]): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  fresh = () => true
  for (const test of tests) {
    generation++
    try {
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
      const began = performance.now()
      if ((await runFile(() => load(test))) === 0) throw new Error('it has no test')
      const ms = performance.now() - began
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const ranges: Record<string, Range[]> = {}
      for (const { url, functions } of result) {
        const path = url.endsWith(`?generation=${generation}`) ? pathOf(url) : null
        if (path?.startsWith('src/') === true && !path.endsWith('.test.ts'))
          ranges[path] = functions.flatMap((one) =>
            one.ranges.map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count > 0]),
          )
      }
      await send({ kind: 'covered', test, ms, ranges })
    } catch (error) {
      await send({ kind: 'unusable', test, words: String(error).split('\n')[0]! })
    }
    await session.post('Profiler.stopPreciseCoverage')
  }
}

async function mutate(file: string, tests: readonly string[], trials: readonly Trial[]): Promise<void> {
  for (const test of tests) await import(pathToFileURL(test).href)
  const stale = new Set([file, ...tests])
  for (const path of stale) for (const importer of importers.get(path) ?? []) stale.add(importer)
  fresh = (path) => stale.has(path)
  await send({ kind: 'ready' })
  for (const { id, text, tests: order } of trials) {
    generation++
    mutated = { path: file, text }
    let killedBy: string | null = null
    for (const test of order) {
      try {
        await runFile(() => load(test))
      } catch {
        killedBy = test
        break
      }
    }
    await send({ kind: 'tried', id, killedBy })
  }
}

process.once('message', (job: Job) => {
  const work = job.kind === 'cover' ? cover(job.tests) : mutate(job.file, job.tests, job.texts)
  work.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
