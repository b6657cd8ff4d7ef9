// Loaded into every test process. A run may pass only if every test ran and ended. This module therefore ends a process
//   - that still runs 20 seconds after its last test, and reports why. A failed test may leave a loop or a server behind, which would keep
//     the process running until the time limit of the whole run;
//   - whose test exceeds its limit (bin/time-limits.js), and names the test.
// It also fails a test during which an error was not caught, and a process that exits before its tests end. Otherwise, `process.exit(0)`
// inside a test would let its file pass.
// The test reports are written by then: node writes them into a pipe, synchronously on every system but Windows.
import { after, afterEach, beforeEach } from 'node:test'
import { limitOf } from './time-limits.js'

/** Time in milliseconds for resources to close, such as a server that drains its last connections. */
const GRACE_MS = Number(process.env.LOOSE_ENDS_MS ?? 20_000)
// captured before tests mock the timers
const { setTimeout, clearTimeout } = globalThis

// only in test processes, because the runner itself has no tests
if (process.env.NODE_TEST_CONTEXT?.startsWith('child')) {
  const running = new Map()
  const uncaught = []
  let explained = false

  for (const event of ['uncaughtException', 'unhandledRejection']) process.prependListener(event, (error) => uncaught.push(error))
  beforeEach(({ fullName, filePath }) => {
    const limitMs = Number(process.env.TEST_LIMIT_MS ?? limitOf(fileOf(fullName, filePath)))
    const limit = setTimeout(
      () => fail(`"${fullName}" took longer than its ${limitMs / 1000} s, so its process was stopped (bin/time-limits.js).`),
      limitMs,
    )
    // `unref`, so that the timer does not keep the process alive; a list, because two tests may have the same name
    running.set(fullName, [...(running.get(fullName) ?? []), limit.unref()])
  })
  afterEach(({ fullName }) => {
    const limits = running.get(fullName) ?? []
    clearTimeout(limits.pop())
    if (limits.length === 0) running.delete(fullName)
    const errors = uncaught.splice(0)
    if (errors.length > 0) throw errors[0]
  })
  after(() => {
    explained = true
    // `unref`, so that an idle process can exit
    setTimeout(() => {
      const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
      fail(`Stopped ${GRACE_MS / 1000} s after the last test: resources were still open (${open}).`)
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

/**
 * Returns the path of a test's file, relative to the project root. In a process with several files, the outer suite names the file.
 */
function fileOf(fullName, filePath) {
  const suite = fullName.split(' > ')[0]
  return /\.test\.tsx?$/.test(suite) ? suite : filePath.replace(`${process.cwd()}/`, '')
}
