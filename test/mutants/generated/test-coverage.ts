import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { TestCoverage } from './cases.ts'
import { startWorker } from './lane.ts'

/** The positions in a source file where mutants and branches start, and a hash of the file's content and these positions. */
export type Places = { hash: string; offsets: readonly number[] }
/** A test that executes code in a file, with all of the file's positions that the test executes. */
export type Executing = { test: string; index: number; ms: number; places: readonly number[] }
type Entry = { hash: string; sources: Record<string, string>; tests: TestCoverage[] }

const FOLDER = 'node_modules/.cache/mutants'
const FILE = `${FOLDER}/tests.json`
/** Time limit per test. Without this limit, a test that never ends would block the measurement. */
const MOST_MS = 120_000
/** Number of processes that measure at the same time. */
const LANES = 2

/** Cached coverage of single tests. An entry is valid until the test file or the measured source file changes. */
export class TestCoverages {
  readonly #places: ReadonlyMap<string, Places>
  readonly #texts: ReadonlyMap<string, string>
  readonly #cache: Record<string, Entry>

  constructor(places: ReadonlyMap<string, Places>, texts: ReadonlyMap<string, string>) {
    this.#places = places
    this.#texts = texts
    this.#cache = readCache()
  }

  /** Measures the tests of each file whose coverage of this file is not yet known, in two processes. */
  async measure(testsOf: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const unknown = [...new Set([...testsOf].flatMap(([file, tests]) => tests.filter((test) => !this.#isKnown(test, file))))]
    if (unknown.length > 0) console.log(`Measuring the coverage of ${unknown.length} test files.`)
    const lanes = Array.from({ length: LANES }, (_, lane) => unknown.filter((_test, index) => index % LANES === lane))
    await Promise.all(lanes.map((tests) => this.#measureFiles(tests)))
  }

  async #measureFiles(tests: readonly string[]): Promise<void> {
    const offsets = Object.fromEntries([...this.#places].map(([path, places]) => [path, places.offsets]))
    const sources = Object.fromEntries([...this.#places].map(([path, { hash }]) => [path, hash]))
    for (let rest = tests; rest.length > 0;) {
      const seen = new Set<string>()
      let isFull = false
      await startWorker(
        { kind: 'cover tests', files: rest, places: offsets },
        () => MOST_MS,
        (report) => {
          isFull ||= report.kind === 'full'
          if (report.kind !== 'tests covered' && report.kind !== 'unusable') return
          seen.add(report.test)
          if (report.kind === 'unusable') console.log(`not used: ${report.test}: ${report.words}`)
          this.#store(report.test, sources, report.kind === 'tests covered' ? report.tests : [])
          this.#save()
        },
      )
      rest = rest.filter((test) => !seen.has(test))
      const [stuck] = rest
      if (stuck === undefined || isFull) continue
      console.log(`not used: ${stuck}: it does not end`)
      this.#store(stuck, sources, [])
      this.#save()
      rest = rest.slice(1)
    }
  }

  /** Returns the known tests that execute a given position in `file`. If `offset` is null, returns the tests that execute any position. */
  executing(file: string, offset: number | null): Executing[] {
    const executes = ({ places }: TestCoverage) => (offset === null ? places[file] !== undefined : places[file]?.includes(offset) === true)
    return Object.entries(this.#cache)
      .filter(([test]) => this.#isKnown(test, file))
      .flatMap(([test, { tests }]) => tests.filter(executes).map(({ index, ms, places }) => ({ test, index, ms, places: places[file]! })))
  }

  #isKnown(test: string, file: string): boolean {
    const entry = this.#cache[test]
    return entry !== undefined && entry.hash === hashOf(this.#texts.get(test) ?? '') && entry.sources[file] === this.#places.get(file)?.hash
  }

  #save(): void {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(FILE, JSON.stringify(this.#cache))
  }

  #store(test: string, sources: Record<string, string>, tests: TestCoverage[]): void {
    this.#cache[test] = { hash: hashOf(this.#texts.get(test)!), sources, tests }
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function readCache(): Record<string, Entry> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Entry>
  } catch {
    return {}
  }
}
