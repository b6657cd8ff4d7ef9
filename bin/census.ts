// Counts the tests of each file, so that a run in which tests are lost fails: a process that ends early is green for the runner.
//   node bin/census.ts RUN.census.json FILE...     compares a run with test/census.json
//   node bin/census.ts --write RUN.census.json...  writes the least number of each file in those runs to test/census.json
// As a reporter of `node --test` it writes the counts to the file that CENSUS names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const LEAST = 'test/census.json'
type Counts = Readonly<Record<string, number>>

const isGroup = (path: string): boolean => /[/\\]group-\d+\.test\.mjs$/.test(path)

/** A reporter for `node --test`. A file of bin/test-groups.js holds one suite for each test file, named by its path. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default async function* census(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const suites = new Map<string, string>()
  const counts: Record<string, number> = {}
  for await (const { type, data } of source) {
    const { entryFile } = data as { entryFile?: string }
    if (entryFile === undefined) continue
    if (type === 'test:start' && data.nesting === 0 && isGroup(entryFile)) suites.set(entryFile, data.name)
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue
    const file = suites.get(entryFile) ?? relative(process.cwd(), entryFile)
    counts[file] = (counts[file] ?? 0) + 1
  }
  writeFileSync(process.env['CENSUS'] ?? 'census.json', JSON.stringify(counts))
  yield ''
}

/** Returns a line for each file that ran fewer tests than `least` says; a file that it does not name has at least one. */
export function lostTests(counts: Counts, least: Counts, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const [ran, wanted] = [counts[file] ?? 0, least[file] ?? 1]
    return ran < wanted ? [`${file} ran ${ran} of at least ${wanted} tests`] : []
  })
}

const read = (path: string): Counts => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Counts) : {})

function check(path: string, files: readonly string[]): void {
  const lost = lostTests(read(path), read(LEAST), files)
  if (lost.length === 0) return
  console.log(`\n${lost.join('\n')}\nIf a test was removed on purpose: node bin/census.ts --write ${path}`)
  process.exitCode = 1
}

function write(paths: readonly string[]): void {
  const least = read(LEAST)
  const seen: Record<string, number> = {}
  for (const path of paths)
    for (const [file, count] of Object.entries(read(path))) seen[file] = Math.min(count, seen[file] ?? Number.POSITIVE_INFINITY)
  const all = Object.entries({ ...least, ...seen }).filter(([file]) => existsSync(file))
  writeFileSync(LEAST, `${JSON.stringify(Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
}

if (import.meta.main) {
  const [first = '', ...rest] = process.argv.slice(2)
  if (first === '--write') write(rest)
  else check(first, rest)
}
