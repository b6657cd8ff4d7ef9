// What a run of the tests says while it goes on: how far it is, and each failure as it comes. Every test by name is in the file
// of the other reporter. `TESTS_LAST` is how many there were last time, where that is known. `TESTS_COUNTS` names a file that gets the
// number of tests that ran, by test file.
import { writeFileSync } from 'node:fs'

const EVERY_MS = 15_000
/** Of what a process printed, the end is kept, for the case that it fails. */
const MOST_PRINTED = 8_000

/** A reporter for `node --test`. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default async function* progress(source) {
  const began = Date.now()
  const last = Number(process.env.TESTS_LAST ?? 0)
  const inPlace = process.stdout.isTTY
  const failures = []
  const printed = new Map()
  const counter = new TestCounter()
  let [done, said] = [0, began]
  const line = () => {
    const of = last > 0 ? ` of about ${last}` : ''
    return `${done}${of} tests, ${failures.length} failed, ${Math.round((Date.now() - began) / 1000)} s`
  }
  for await (const { type, data } of source) {
    if (type === 'test:stderr') printed.set(data.file, `${printed.get(data.file) ?? ''}${data.message}`.slice(-MOST_PRINTED))
    if (type !== 'test:pass' && type !== 'test:fail') continue
    counter.add(data)
    const isSuite = data.details?.type === 'suite'
    if (!isSuite) done += 1
    // a suite fails by its tests, which are told, or by itself: a file that cannot be loaded, a hook
    if (type === 'test:fail' && !(isSuite && data.details?.error?.failureType === 'subtestsFailed')) {
      const own = { ...data, printed: isProcess(data) ? printed.get(data.name) : undefined }
      failures.push(own)
      yield `${inPlace ? '\r\x1B[K' : ''}✖ ${data.name}${place(data)}\n`
    }
    if (isSuite || Date.now() - said < (inPlace ? 200 : EVERY_MS)) continue
    said = Date.now()
    yield inPlace ? `\r\x1B[K${line()}` : `${line()}\n`
  }
  yield `${inPlace ? '\r\x1B[K' : ''}${line()}\n`
  for (const data of failures) yield `\n✖ ${data.name}${place(data)}\n${words(data.details?.error)}\n${data.printed ?? ''}`
  if (process.env.TESTS_COUNTS) writeFileSync(process.env.TESTS_COUNTS, JSON.stringify(counter.counts))
}

/** Counts the tests of each file. Steps inside a test do not count: how many there are may depend on what it finds. */
class TestCounter {
  counts = {}
  /** Not yet attributed to a file, by how deep they are nested: the runner tells what is inside first. */
  open = []
  /** A suite of the file was skipped, such as one whose program this machine lacks. */
  skips = false

  add(data) {
    const inside = this.open[data.nesting + 1] ?? 0
    this.open[data.nesting + 1] = 0
    if (data.details?.type === 'suite' && data.skip !== undefined) this.skips = true
    const here = isProcess(data) ? 0 : data.details?.type === 'suite' ? inside : 1
    // a file of a group is a suite by its path
    const inGroup = data.nesting === 0 && /\.test\.tsx?$/.test(data.name) && data.details?.type === 'suite'
    if (inGroup) this.record(data.name, here)
    else if (data.nesting === 0 && data.file) this.record(data.file.replace(`${process.cwd()}/`, ''), here)
    else this.open[data.nesting] = (this.open[data.nesting] ?? 0) + here
  }

  record(file, count) {
    const before = this.counts[file]
    // null: a suite was skipped, so the number says nothing
    this.counts[file] = this.skips || before === null ? null : (before ?? 0) + count
    this.skips = false
  }
}

/** True for what the runner tells of a process that ended badly or reported no test: it bears the path of the file. */
const isProcess = ({ name, file, nesting, details }) =>
  nesting === 0 && details?.type !== 'suite' && file !== undefined && file.endsWith(name)

const place = ({ file, line }) => (file ? ` (${file.replace(`${process.cwd()}/`, '')}:${line})` : '')

/** The error of the test itself, not the runner's wrapping of it. */
function words(error) {
  const cause = error?.cause ?? error
  return String(cause?.stack ?? cause?.message ?? cause)
}
