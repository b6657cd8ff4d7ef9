// Time limits of single tests when all tests run. A test that exceeds its limit ends its process, and the run names the test.
const MINUTE_MS = 60_000
/** Factor for a busy CI machine, which may be four times as slow as an idle one (test/machine.ts). */
const SLOW_MACHINE = 4
/** Time limit of a test in milliseconds: two minutes on an idle machine. */
export const TEST_LIMIT_MS = 2 * MINUTE_MS * SLOW_MACHINE

/**
 * Test files with a longer time limit, in minutes, each with a reason. test/house/time-limits.test.ts fails if an entry names a missing
 * file.
 */
export const SLOW_TESTS = {
  'test/attacks/herd.test.ts': { minutes: 15, why: 'sends every form of every page at once, sixty times: 337 s on two busy cores' },
}

/** Returns the time limit of a test in `file`, in milliseconds. */
export const limitOf = (file) => (SLOW_TESTS[file]?.minutes ?? TEST_LIMIT_MS / MINUTE_MS) * MINUTE_MS
