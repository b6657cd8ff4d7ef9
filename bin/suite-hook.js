// Loaded before node:test into the processes that run many test files. node:test follows every promise with an asynchronous hook, to find
// the suite of a new test and the test of an uncaught error. The hook uses about a sixth of the processor time of the tests. It is necessary
// only while a file loads, because then its suites declare their tests. While tests run, it is off, and bin/loose-ends.js fails the test
// during which an error was not caught.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = asyncHooks
let hook

asyncHooks.createHook = (callbacks) => {
  const created = createHook(callbacks)
  if (new Error('created').stack.includes('node:internal/test_runner/')) hook = created
  return created
}
syncBuiltinESMExports()

/** Turns the hook on or off. Without `--import` of this module, the hook stays on. */
export const toggleSuiteHook = (isOn) => (isOn ? hook?.enable() : hook?.disable())
