import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from './lane.ts'
import type { Mutant } from './operators.ts'
import { hashOf } from './test-coverage.ts'

const FILE = 'node_modules/.cache/mutants/kills.jsonl'

/** A killed mutant. `mutant` and `test` are hashes; `by` is the error of the test. */
type Kill = { mutant: string; test: string; by: string }

/**
 * The kills of earlier runs. A run that is stopped can therefore be continued. A kill is valid until the source file or the test file
 * changes.
 */
export class Kills {
  readonly #sourceOf: ReadonlyMap<string, string>
  readonly #texts: ReadonlyMap<string, string>
  readonly #file: string
  readonly #known: ReadonlyMap<string, Kill>

  /** `sourceOf` contains the text of each source file, and `texts` that of each test file. */
  constructor(sourceOf: ReadonlyMap<string, string>, texts: ReadonlyMap<string, string>, file = FILE) {
    this.#sourceOf = sourceOf
    this.#texts = texts
    this.#file = file
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
    this.#known = new Map(lines.map((line) => JSON.parse(line) as Kill).map((kill) => [kill.mutant, kill]))
  }

  /** Returns the error of the test that killed the mutant in an earlier run, or null. */
  of(mutant: Mutant): string | null {
    const kill = this.#known.get(this.#keyOf(mutant))
    return kill !== undefined && kill.test === this.#testOf(kill.by) ? kill.by : null
  }

  /** Records the outcome if a test killed the mutant. */
  add({ mutant, by }: Outcome): void {
    const test = by === null ? null : this.#testOf(by)
    if (by === null || test === null) return
    mkdirSync(dirname(this.#file), { recursive: true })
    appendFileSync(this.#file, `${JSON.stringify({ mutant: this.#keyOf(mutant), test, by } satisfies Kill)}\n`)
  }

  /** Returns the hash of the test file whose path is at the start of an error. Returns null for other reasons. */
  #testOf(by: string): string | null {
    const text = this.#texts.get(by.split(': ')[0]!)
    return text === undefined ? null : hashOf(text)
  }

  #keyOf({ file, start, end, replacement }: Mutant): string {
    return hashOf(`${file} ${start} ${end} ${replacement} ${this.#sourceOf.get(file)!}`)
  }
}
