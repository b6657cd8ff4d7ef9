// Loaded into every process that runs tests: one that still runs some seconds after its last test is ended, and says what kept it. A test
// that failed half-way may leave a loop or a server behind, and its file would hold its place until the time limit of the whole run.
// What the tests reported is out by then: node writes its reports into a pipe, which on every system but Windows waits for them.
import { after } from 'node:test'

/** What ends by itself, such as a server that waits for its last connections, has this long. */
const GRACE_MS = Number(process.env.LOOSE_ENDS_MS ?? 20_000)

// the runner itself has no tests of its own
if (process.env.NODE_TEST_CONTEXT?.startsWith('child')) {
  after(() => {
    // does not keep a process that has nothing left to do
    setTimeout(() => {
      const kept = [...new Set(process.getActiveResourcesInfo())].join(', ')
      process.stderr.write(`Ended ${GRACE_MS / 1000} s after the last test: something was left running (${kept}).\n`)
      process.exit(1)
    }, GRACE_MS).unref()
  })
}
