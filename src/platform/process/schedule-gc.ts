import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Allowed growth before a full GC. V8's default is up to four times on machines with much memory. */
const GROWS_BY_PERCENT = 100
const LOOK_MS = 1_000
/** Busy share of time: idle below the first, busy above the second. */
const [AT_REST, AT_WORK] = [0.05, 0.2]
/** Idle polls before a collection. A pause between two requests is shorter. */
const LOOKS_AT_REST = 10

/**
 * Runs a full GC when the process becomes idle, after start and each busy time. V8 collects on allocation only, and an idle process
 * allocates nothing. Returns a stop function (docs/design/speed.md). `worked`: busy share since its last call, from 0 to 1.
 */
export function scheduleGc({
  collect = collectAll,
  worked = workedSince(),
}: { collect?: () => unknown; worked?: () => number } = {}): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`)
  // otherwise code unused for six collections is dropped and compiled again on demand
  setFlagsFromString('--no-flush-bytecode')
  let hasWorked = true
  let looksAtRest = 0
  // a start ends only once, so one idle poll is enough
  let enough = 1
  const timer = setInterval(() => {
    const part = worked()
    hasWorked ||= part > AT_WORK
    looksAtRest = part < AT_REST ? looksAtRest + 1 : 0
    if (!hasWorked || looksAtRest < enough) return
    collect()
    // excludes the collection itself
    worked()
    hasWorked = false
    enough = LOOKS_AT_REST
  }, LOOK_MS).unref()
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

/** Runs V8's full collection, which also shrinks the young space. Node exposes it only by a flag. */
export function collectAll(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('globalThis.gc') as Gc
    setFlagsFromString('--no-expose-gc')
  }
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
