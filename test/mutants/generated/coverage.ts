import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { startWorker } from './lane.ts'
import type { Range, Report } from './worker.ts'

/** Coverage of one unit test file: its duration, and the ranges that it executes in each source file. */
export type Covered = { hash: string; ms: number; ranges: Record<string, Range[]> }
type Cache = Record<string, Covered | { hash: string; words: string }>

const FOLDER = 'node_modules/.cache/mutants'
const FILE = `${FOLDER}/coverage.json`
/** Time limit per test file. Without it, a test file that never ends would block the measurement. */
const MOST_MS = 60_000

/** Returns the coverage of each test file that could be measured. Measures only tests whose files have changed since the last run. */
export async function coverageOf(tests: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, Covered>> {
  const cache = readCache()
  const hashes = new Map([...tests].map(([test, files]) => [test, hashOf(files)]))
  const outdated = [...tests.keys()].filter((test) => cache[test]?.hash !== hashes.get(test))
  if (outdated.length > 0) console.log(`Measuring the coverage of ${outdated.length} test files.`)
  for (let rest = outdated; rest.length > 0;) {
    const seen = new Set<string>()
    await startWorker(
      { kind: 'cover', tests: rest },
      () => MOST_MS,
      (report: Report) => {
        if (report.kind !== 'covered' && report.kind !== 'unusable') return
        const hash = hashes.get(report.test)!
        seen.add(report.test)
        cache[report.test] = report.kind === 'covered' ? { hash, ms: report.ms, ranges: report.ranges } : { hash, words: report.words }
      },
    )
    const [stuck, ...others] = rest.filter((test) => !seen.has(test))
    if (stuck !== undefined) cache[stuck] = { hash: hashes.get(stuck)!, words: 'it does not end' }
    rest = others
  }
  for (const test of Object.keys(cache)) if (!tests.has(test)) delete cache[test]
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(FILE, JSON.stringify(cache))
  for (const [test, entry] of Object.entries(cache)) if ('words' in entry) console.log(`not used: ${test}: ${entry.words}`)
  return new Map(Object.entries(cache).flatMap(([test, entry]) => ('ranges' in entry ? [[test, entry] as const] : [])))
}

/** Returns true if the test executes the code at the given offset. */
export function executes(ranges: readonly Range[] | undefined, offset: number): boolean {
  const around = (ranges ?? []).filter(([start, end]) => start <= offset && offset < end)
  return around.toSorted((a, b) => a[1] - a[0] - (b[1] - b[0]))[0]?.[2] ?? false
}

function hashOf(files: ReadonlySet<string>): string {
  const hash = createHash('sha256')
  for (const file of [...files].toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function readCache(): Cache {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Cache
  } catch {
    return {}
  }
}
