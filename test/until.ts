import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { slack } from '#test/machine.ts'

/**
 * Time limit for any wait. The limit only detects hangs, so it far exceeds what even a busy machine needs. `npm run mutants` sets a shorter
 * limit, because it expects hangs.
 */
const LIMIT_MS = Number(process.env.TESTS_WAIT_MS ?? slack(15_000))

/** Polls until `poll` returns a truthy value, and returns that value. After `limitMs`, throws an error that names `what`. */
export async function until<T>(
  what: string,
  poll: () => T | Promise<T>,
  limitMs = LIMIT_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const found = await poll()
    if (found) return found as Exclude<T, false | null | undefined>
    if (performance.now() > deadline) return assert.fail(`timed out waiting for ${what}`)
    await sleep(25)
  }
}
