// Loaded into every process that runs tests. A green run must mean that every test ran and ended, so this ends a process
//   - that still runs some seconds after its last test, and says what kept it: a test that failed half-way may leave a loop or a server
//     behind, and its file would hold its place until the time limit of the whole run;
//   - whose test takes longer than its limit (bin/time-limits.js), and says which;
// and turns a process into a failed one that ends before its tests have: `process.exit(0)` inside a test would leave its file green.
// What the tests reported is out by then: node writes its reports into a pipe, which on every system but Windows waits for them.
import { after, afterEach, beforeEach } from 'node:test'
import { limitOf } from './time-limits.js'

/** What ends by itself, such as a server that waits for its last connections, has this long. */
const GRACE_MS = Number(process.env.LOOSE_ENDS_MS ?? 20_000)
// tests exchange the clock of their process
const { setTimeout, clearTimeout } = globalThis

// the runner itself has no tests of its own
if (process.env.NODE_TEST_CONTEXT?.startsWith('child')) {
  const running = new Map()
  let explained = false

  beforeEach(({ fullName, filePath }) => {
    const limitMs = Number(process.env.TEST_LIMIT_MS ?? limitOf(fileOf(fullName, filePath)))
    const limit = setTimeout(
      () => fail(`"${fullName}" took longer than its ${limitMs / 1000} s, so its process was ended (bin/time-limits.js).`),
      limitMs,
    )
    // a test that waits for nothing ends by itself; two may bear one name
    running.set(fullName, [...(running.get(fullName) ?? []), limit.unref()])
  })
  afterEach(({ fullName }) => {
    const limits = running.get(fullName) ?? []
    clearTimeout(limits.pop())
    if (limits.length === 0) running.delete(fullName)
  })
  after(() => {
    explained = true
    // does not keep a process that has nothing left to do
    setTimeout(() => {
      const kept = [...new Set(process.getActiveResourcesInfo())].join(', ')
      fail(`Ended ${GRACE_MS / 1000} s after the last test: something was left running (${kept}).`)
    }, GRACE_MS).unref()
  })
  process.on('exit', (code) => {
    if (explained || code !== 0) return
    const tests = [...running.keys()].map((name) => `"${name}"`).join(', ')
    process.stderr.write(
      `The process ended before its tests did, ${tests === '' ? 'between two tests' : `during ${tests}`}: process.exit was called.\n`,
    )
    process.exitCode = 1
  })

  function fail(words) {
    explained = true
    process.stderr.write(`${words}\n`)
    process.exit(1)
  }
}

/** The file of a test: the suite around it, where a process runs several files, else that of the process. From the root. */
function fileOf(fullName, filePath) {
  const suite = fullName.split(' > ')[0]
  return /\.test\.tsx?$/.test(suite) ? suite : filePath.replace(`${process.cwd()}/`, '')
}
