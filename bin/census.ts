// The census in test/census.json: the minimum number of tests that each test file must run. Without the census, a run that ends early
// without an error, or a file that registers no test, would pass.
//   node bin/census.ts                        adds new files, removes deleted ones, raises numbers to the last or current counts
//   node bin/census.ts --check                fails if the census lacks a file, names a deleted one, or requires too many tests
//   node bin/census.ts --ran COUNTS FILE...   fails if a file ran fewer tests than its number; bin/progress.js writes COUNTS
// Lower a number only by hand, when you remove the test.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Counts = Readonly<Record<string, number>>
/** Number of tests that ran in each file, or null if a suite in the file was skipped. */
export type RunCounts = Readonly<Record<string, number | null>>

/**
 * Returns a message for each file that ran too few tests. `maySkip` permits skipped suites, because a machine may lack the programs that
 * they need.
 */
export function tooFew(census: Counts, ran: RunCounts, files: readonly string[], maySkip = false): string[] {
  return files.flatMap((file) => {
    if (maySkip && ran[file] === null) return []
    const [least, count] = [census[file] ?? 1, ran[file] ?? 0]
    return count >= least ? [] : [`${file}: ${count} of at least ${least} tests ran`]
  })
}

/**
 * Returns the new census: the highest known number of tests per file, from the last run or from the source code. For a new file that has
 * not run yet, counts the tests in the source code.
 */
export function censusOf(files: readonly string[], before: Counts, ran: RunCounts, read: (file: string) => string): Counts {
  return Object.fromEntries(
    files.toSorted().map((file) => {
      const source = read(file)
      return [file, Math.max(before[file] ?? 0, ran[file] ?? 0, exactRegistrations(source) ?? 0) || Math.max(1, registrations(source))]
    }),
  )
}

/** Counts named `test(` and `it(` calls outside comments. A call in a loop or in a helper counts once. */
export const registrations = (source: string): number =>
  [...source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '').matchAll(/^ *(?:test|it)\(\s*['"`]/gm)].length

/**
 * Returns the number of tests in a source file, or null if it is not known before the tests run, because the file calls something other
 * than `test` and hooks at its top level, such as a loop, a suite or a function that registers tests.
 */
export function exactRegistrations(source: string): number | null {
  const calls = [...source.matchAll(/^(?:await )?([a-z][\w.]*) ?\(/gim)].map(([, name]) => name!)
  if (calls.some((name) => !['test', 'before', 'after', 'beforeEach', 'afterEach'].includes(name))) return null
  const tests = calls.filter((name) => name === 'test').length
  return tests > 0 && tests === registrations(source) ? tests : null
}

/** Returns a message for each file that has fewer tests than the census requires, as far as its source code shows. */
export const tooMany = (census: Counts, files: readonly string[], read: (file: string) => string): string[] =>
  files.flatMap((file) => {
    const [least, count] = [census[file] ?? 0, exactRegistrations(read(file))]
    return count === null || count >= least ? [] : [`${file} has ${count} tests, and the census requires ${least}`]
  })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILE = join(ROOT, 'test/census.json')
const read = (file: string): string => readFileSync(file, 'utf8')
const readCounts = (file: string): RunCounts => JSON.parse(read(file)) as RunCounts

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))

function main([mode, counts, ...files]: string[]): void {
  const census = readCounts(FILE) as Counts
  if (mode === '--ran')
    return fail(tooFew(census, readCounts(counts!), files, process.env['CI'] !== 'true'), 'Fewer tests ran than test/census.json requires:')
  const all = globSync('{src,demo,test}/**/*.test.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('test/house/'))
  const wrong = [
    ...all.filter((file) => !(file in census)).map((file) => `${file} is not in test/census.json`),
    ...Object.keys(census)
      .filter((file) => !all.includes(file))
      .map((file) => `${file} is in test/census.json but no longer exists`),
  ]
  if (mode === '--check') {
    fail(wrong, 'Run npm run generate:')
    return fail(
      tooMany(census, all, (file) => read(join(ROOT, file))),
      'Lower the numbers in test/census.json:',
    )
  }
  const ran = Object.assign({}, ...globSync(join(ROOT, 'node_modules/.cache/ci/*.counts.json')).map(readCounts)) as RunCounts
  writeFileSync(
    FILE,
    `${JSON.stringify(
      censusOf(all, census, ran, (file) => read(join(ROOT, file))),
      null,
      2,
    )}\n`,
  )
}

function fail(faults: readonly string[], head: string): void {
  if (faults.length === 0) return
  console.error([head, ...faults.map((fault) => `  ${fault}`)].join('\n'))
  process.exitCode = 1
}
