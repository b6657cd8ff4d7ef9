import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Allowed heap growth before a full GC, in percent. By default, V8 lets the heap quadruple on machines with a lot of memory. */
const GROWS_BY_PERCENT = 100
const POLL_MS = 1_000
/** Shares of busy time. Below the first value, the process counts as idle; above the second, as busy. */
const [AT_REST, AT_WORK] = [0.05, 0.2]
/** Number of consecutive idle polls before a collection. They last longer than a pause between two requests. */
const IDLE_POLLS = 10

/**
 * Runs a full GC when the process becomes idle after startup or a busy period. V8 itself collects only on allocation, and an idle process
 * allocates nothing (docs/design/speed.md). Returns a function that stops the polling. `worked`: returns the share of busy time (0 to 1)
 * since it was last called.
 */
export function scheduleGc({
  collect = collectAll,
  worked = workedSince(),
}: { collect?: () => unknown; worked?: () => number } = {}): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`)
  // otherwise, V8 drops code that was unused during six collections, and has to compile it again
  setFlagsFromString('--no-flush-bytecode')
  let hasWorked = true
  let idlePolls = 0
  // the first collection, after startup, needs only one idle poll, because startup happens only once
  let enough = 1
  const timer = setInterval(() => {
    const part = worked()
    hasWorked ||= part > AT_WORK
    idlePolls = part < AT_REST ? idlePolls + 1 : 0
    if (!hasWorked || idlePolls < enough) return
    collect()
    // starts a new measurement, so that the collection itself is not counted as work
    worked()
    hasWorked = false
    enough = IDLE_POLLS
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}

function workedSince(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    return utilization
  }
}

type Gc = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => unknown
let gc: Gc | undefined

/** Runs V8's full collection, which also shrinks the young generation. Node exposes this function only behind a flag. */
export function collectAll(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('globalThis.gc') as Gc
    setFlagsFromString('--no-expose-gc')
  }
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
