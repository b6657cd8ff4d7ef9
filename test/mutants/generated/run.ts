import { randomInt } from 'node:crypto'
import { dirname } from 'node:path/posix'
import { parseArgs } from 'node:util'
import { EQUIVALENT } from '#test/mutants/equivalent/index.ts'
import { coverageOf, executes, type Covered } from './coverage.ts'
import { openRunner, TYPES, type Source } from './database.ts'
import { SCOPES, sourceFiles, unitTests, type Scope } from './files.ts'
import { LOOPED, runMutants, type Outcome, type Planned } from './lane.ts'
import { branchesOf, summaryOf, mutantsOf, type Mutant } from './operators.ts'

/** The lowest accepted share of killed mutants, by scope. A scope without a goal is reported, but never fails. */
const GOALS: Partial<Record<Scope, number>> = { rules: 0.95, presenters: 0.9, queries: 0.9, verbs: 0.9 }
/**
 * Minimum number of mutants in a run for its goal to apply, because a few survivors would decide the result of a smaller run. A smaller run
 * of rules fails if more than one mutant survives.
 */
const LEAST_SAMPLE = 50
const MOST_TESTS = 6
/** Time limit for the tests of one mutant: `SLOWDOWN` times their duration without the mutant, plus `EXTRA_MS`. */
const SLOWDOWN = 10
const EXTRA_MS = 5_000

/** Generates mutants and runs tests against them. Prints the score and the survivors. Resolves to false if a score misses its goal. */
export async function runGenerated(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      rules: { type: 'boolean' },
      scope: { type: 'string', multiple: true, default: [] },
      random: { type: 'string' },
      seed: { type: 'string' },
      files: { type: 'string' },
      nearest: { type: 'boolean', default: false },
      lanes: { type: 'string', default: '2' },
    },
  })
  const began = performance.now()
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
  const scopes = [...SCOPES].filter((scope) =>
    values.rules === true ? scope === 'rules' : values.scope.length === 0 ? scope in GOALS : values.scope.includes(scope),
  )
  // without the many files of other scopes, unless they are requested, because each of them makes the tests slower
  const everything = sourcesOf(SCOPES.filter((scope) => scope !== 'others' || scopes.includes(scope)))
  const all = everything
    .filter(({ scope }) => scopes.includes(scope))
    .map((one) => ({ ...one, mutants: one.mutants.filter((mutant) => isNamed(mutant, positionals)) }))
  const sources = values.random === undefined ? all : sample(all, Number(values.random), seed, Number(values.files ?? Infinity))
  if (values.random !== undefined) console.log(`Random mutants: ${values.random} with --seed ${seed}`)

  const outcomes: (Outcome & { scope: Scope })[] = []
  const waiting = sources.filter(({ scope, mutants }) => scope === 'rules' && mutants.length > 0)
  const coverage = await coverageOf(testsOf(waiting))
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { file, scope, source, mutants } = next
      const results = await runFile(file, source, mutants, coverage)
      outcomes.push(...results.map((one) => ({ ...one, scope })))
      console.log(`${file}: ${results.filter(({ by }) => by !== null).length} of ${results.length} killed`)
    }
  }
  const lanes = Number(values.lanes)
  await Promise.all(Array.from({ length: lanes }, lane))
  const others = sources.filter(({ scope, mutants }) => scope !== 'rules' && mutants.length > 0)
  if (others.length > 0) outcomes.push(...(await runWithDatabase(everything, others, values.nearest, lanes)))

  for (const { mutant } of outcomes
    .filter(({ by }) => by === null)
    .toSorted((a, b) => (a.mutant.file < b.mutant.file ? -1 : a.mutant.line - b.mutant.line)))
    console.log(`\nSURVIVED  ${summaryOf(mutant)}`)
  const passed = printScores(outcomes)
  const stopped = outcomes.filter(({ by }) => by === LOOPED).length
  console.log(
    `\n${outcomes.length} mutants in ${Math.round((performance.now() - began) / 1_000)} s; ${stopped} looped or ended their process`,
  )
  return passed
}

/** Runs mutants against the type checker and the tests that use the database. Prints the progress. */
async function runWithDatabase(
  everything: readonly Source[],
  sources: readonly Source[],
  onlyNearest: boolean,
  lanes: number,
): Promise<(Outcome & { scope: Scope })[]> {
  const scopeOf = new Map(sources.flatMap(({ scope, mutants }) => mutants.map((mutant) => [mutant, scope] as const)))
  const outcomes: (Outcome & { scope: Scope })[] = []
  const runner = await openRunner(everything, lanes)
  try {
    await runner.run(sources, onlyNearest, (outcome) => {
      outcomes.push({ ...outcome, scope: scopeOf.get(outcome.mutant)! })
      const { file, line, operator } = outcome.mutant
      const text = outcome.by === null ? `SURVIVED ${summaryOf(outcome.mutant)}` : `${file}:${line} (${operator}): ${outcome.by}`
      console.log(`${outcomes.length} of ${scopeOf.size} ${text}`)
    })
  } finally {
    await runner.stop()
  }
  return outcomes
}

/** Returns the files in the given scopes with their mutants. The row locks in all files form a separate scope. */
function sourcesOf(scopes: readonly Scope[]): Source[] {
  return sourceFiles(scopes).flatMap((one) => {
    const generated = mutantsOf(one.file, one.source)
    const starts = [...generated.map(({ start }) => start), ...branchesOf(one.source)]
    const offsets = [...new Set(starts)].toSorted((a, b) => a - b)
    const mutants = generated.filter((mutant) => !isEquivalent(mutant))
    return [
      { ...one, offsets, mutants: mutants.filter(({ operator }) => operator !== 'lock') },
      { ...one, offsets, scope: 'locks' as const, mutants: mutants.filter(({ operator }) => operator === 'lock') },
    ]
  })
}

/** Returns true if the mutant's path contains a word. A word such as `offers/make.ts:22` selects one line. */
const isNamed = ({ file, line }: Mutant, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => `${file}:${line} `.includes(/:\d+$/.test(word) ? `${word} ` : word))

function testsOf(sources: readonly Source[]): Map<string, Set<string>> {
  return sources.length === 0 ? new Map() : new Map([...unitTests()].filter(([, files]) => sources.some(({ file }) => files.has(file))))
}

export const isSame = (mutant: Mutant, { file, before, after }: { file: string; before: string; after: string }): boolean =>
  mutant.file === file && mutant.before === before && mutant.after === after

const isEquivalent = (mutant: Mutant): boolean => EQUIVALENT.some((row) => isSame(mutant, row))

/** Runs the mutants of a file against the tests that execute them. Tests in the same folder run first, followed by the fastest tests. */
async function runFile(
  file: string,
  source: string,
  mutants: readonly Mutant[],
  coverage: ReadonlyMap<string, Covered>,
): Promise<Outcome[]> {
  const order = [...coverage]
    .filter(([, { ranges }]) => file in ranges)
    .toSorted(([a, x], [b, y]) => Number(dirname(b) === dirname(file)) - Number(dirname(a) === dirname(file)) || x.ms - y.ms)
  const planned = mutants.map((mutant): Planned => {
    const covering = order.filter(([, { ranges }]) => executes(ranges[file], mutant.start))
    return { mutant, tests: covering.slice(0, MOST_TESTS).map(([test]) => test) }
  })
  const executed = planned.filter(({ tests }) => tests.length > 0)
  const ms = order.slice(0, MOST_TESTS).reduce((sum, [, test]) => sum + test.ms, 0)
  const outcomes = executed.length === 0 ? [] : await runMutants(file, source, executed, SLOWDOWN * ms + EXTRA_MS)
  return [...outcomes, ...planned.filter(({ tests }) => tests.length === 0).map(({ mutant }) => ({ mutant, by: null }))]
}

/** Selects `count` random mutants from at most `mostFiles` random files. The same seed selects the same mutants. */
function sample(sources: readonly Source[], count: number, seed: number, mostFiles: number): Source[] {
  const random = randomFrom(seed)
  const shuffled = sources
    .flatMap(({ mutants }) => mutants)
    .map((mutant) => ({ mutant, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ mutant }) => mutant)
  const files = new Set([...new Set(shuffled.map(({ file }) => file))].slice(0, mostFiles))
  const chosen = new Set(shuffled.filter(({ file }) => files.has(file)).slice(0, count))
  return sources.map((one) => ({ ...one, mutants: one.mutants.filter((mutant) => chosen.has(mutant)) }))
}

/** Mulberry32, a small pseudo-random number generator. Returns numbers from 0 up to, but not including, 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function printScores(outcomes: readonly (Outcome & { scope: Scope })[]): boolean {
  const row = (title: string, group: readonly Outcome[]) => {
    const killed = group.filter(({ by }) => by !== null).length
    const share = group.length === 0 ? 1 : killed / group.length
    console.log(
      `${title.padEnd(40)} ${String(killed).padStart(5)} of ${String(group.length).padStart(5)}  ${(share * 100).toFixed(1).padStart(5)} %`,
    )
    return share
  }
  let passed = true
  console.log('')
  for (const [scope, group] of Map.groupBy(outcomes, (one) => one.scope)) {
    const modules = [...Map.groupBy(group, ({ mutant }) => mutant.file.split('/').slice(1, 3).join('/'))]
    for (const [module, ofModule] of modules.toSorted(([a], [b]) => (a < b ? -1 : 1))) row(`${scope} ${module}`, ofModule)
    const goal = GOALS[scope]
    const share = row(`${scope}, all modules`, group)
    const compiled = group.filter(({ by }) => by !== TYPES)
    if (compiled.length < group.length) row(`${scope}, without those that do not compile`, compiled)
    const survivors = group.filter(({ by }) => by === null).length
    if (goal === undefined || share >= goal || (group.length < LEAST_SAMPLE && (scope !== 'rules' || survivors <= 1))) continue
    passed = false
    console.log(`The goal for ${scope} is ${goal * 100} %.`)
  }
  return passed
}
