// Reporter of a test run: shows progress, and each failure as soon as it occurs. A second reporter writes every test by name to a
// file. `TESTS_LAST` is the number of tests of the last run, if known. `TESTS_COUNTS` names a file for the number of tests that
// ran, by test file. `FAILURES` names the file to which every failure of a CI run is appended.
import { appendFileSync, writeFileSync } from 'node:fs'

const EVERY_MS = 15_000
/** Maximum number of characters of a process's error output that are kept and printed if the process fails. */
const MOST_PRINTED = 8_000

// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default async function* progress(source) {
  const began = Date.now()
  const last = Number(process.env.TESTS_LAST ?? 0)
  const isTerminal = process.stdout.isTTY
  const failures = []
  const printed = new Map()
  const counter = new TestCounter()
  let [done, printedAt] = [0, began]
  const line = () => {
    const of = last > 0 ? ` of about ${last}` : ''
    return `${done}${of} tests, ${failures.length} failed, ${Math.round((Date.now() - began) / 1000)} s`
  }
  for await (const { type, data } of source) {
    if (type === 'test:stderr') printed.set(data.file, `${printed.get(data.file) ?? ''}${data.message}`.slice(-MOST_PRINTED))
    // the runner delays `test:pass` and `test:fail` until all earlier processes have ended, but keeps the order of the tests in each process
    if (type === 'test:pass' || type === 'test:fail') counter.add(data)
    if (type !== 'test:complete') continue
    const isTest = data.details.type !== 'suite' && !isProcess(data)
    if (isTest) done += 1
    // a suite or process fails with its tests, which are reported themselves, or because of its own error, such as a failed import
    if (!data.details.passed && data.details.error?.failureType !== 'subtestsFailed') {
      failures.push(data)
      yield `${isTerminal ? '\r\x1B[K' : ''}✖ ${data.name}${location(data)}\n`
    }
    if (!isTest || Date.now() - printedAt < (isTerminal ? 200 : EVERY_MS)) continue
    printedAt = Date.now()
    yield isTerminal ? `\r\x1B[K${line()}` : `${line()}\n`
  }
  yield `${isTerminal ? '\r\x1B[K' : ''}${line()}\n`
  for (const data of failures) {
    const report = `\n✖ ${data.name}${location(data)}\n${words(data.details.error)}\n${(isProcess(data) && printed.get(data.name)) || ''}`
    yield report
    if (process.env.FAILURES) appendFileSync(process.env.FAILURES, report)
  }
  if (process.env.TESTS_COUNTS) writeFileSync(process.env.TESTS_COUNTS, JSON.stringify(counter.counts))
}

/** Counts the tests of each file. Subtests do not count, because their number may depend on test data. */
class TestCounter {
  counts = {}
  /** Number of tests not yet assigned to a file, by nesting depth. The runner reports inner tests first. */
  open = []
  /** True when the current file skipped a suite, for example because a program is missing. */
  skips = false

  add(data) {
    const inside = this.open[data.nesting + 1] ?? 0
    this.open[data.nesting + 1] = 0
    if (data.details?.type === 'suite' && data.skip !== undefined) this.skips = true
    const count = isProcess(data) ? 0 : data.details?.type === 'suite' ? inside : 1
    // recognizes the suite of a file: in a group of test files, each file is a suite named by its path
    const inGroup = data.nesting === 0 && /\.test\.tsx?$/.test(data.name) && data.details?.type === 'suite'
    if (inGroup) this.record(data.name, count)
    else if (data.nesting === 0 && data.file) this.record(data.file.replace(`${process.cwd()}/`, ''), count)
    else this.open[data.nesting] = (this.open[data.nesting] ?? 0) + count
  }

  record(file, count) {
    const before = this.counts[file]
    // null means that a suite was skipped, so the number is unknown
    this.counts[file] = this.skips || before === null ? null : (before ?? 0) + count
    this.skips = false
  }
}

/** Returns true if the runner reports a process that failed or reported no test. The runner names this report by the file's path. */
const isProcess = ({ name, file, nesting, details }) =>
  nesting === 0 && details?.type !== 'suite' && file !== undefined && file.endsWith(name)

const location = ({ file, line }) => (file ? ` (${file.replace(`${process.cwd()}/`, '')}:${line})` : '')

/** Formats the original error of a test, without the runner's wrapper. */
function words(error) {
  const cause = error?.cause ?? error
  return String(cause?.stack ?? cause?.message ?? cause)
}
