import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Before all is collected, what is held may double; V8 itself lets it grow to four times where a machine has much memory. */
const GROWS_BY_PERCENT = 100
const LOOK_MS = 1_000
/** The part of the time that a process works: below the first it is at rest, above the second there is something to collect after it. */
const [AT_REST, AT_WORK] = [0.05, 0.2]
/** So many looks in turn must find it at rest: a pause between two requests is none. */
const LOOKS_AT_REST = 10

/**
 * Keeps the heap near what it holds. V8 collects when room is asked for, and a process at rest asks for none: so all is collected once when
 * it comes to rest, after its start and after each busy time, when nobody waits for it. Gives the function that ends it (docs/design/speed.md).
 * `worked`: the part of the time that the process worked since it was asked last, from 0 to 1.
 */
export function scheduleGc({
  collect = collectAll,
  worked = workedSince(),
}: { collect?: () => unknown; worked?: () => number } = {}): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`)
  // code that was not run for six collections would be thrown away, and compiled again when somebody asks
  setFlagsFromString('--no-flush-bytecode')
  let hasWorked = true
  let looksAtRest = 0
  // a start is over once: it is no pause between two requests
  let enough = 1
  const timer = setInterval(() => {
    const part = worked()
    hasWorked ||= part > AT_WORK
    looksAtRest = part < AT_REST ? looksAtRest + 1 : 0
    if (!hasWorked || looksAtRest < enough) return
    collect()
    // its own work is none
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

/** V8's own collection of everything, which gives the young space's room back, too. Node shows it to those alone who ask by a flag. */
export function collectAll(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('globalThis.gc') as Gc
    setFlagsFromString('--no-expose-gc')
  }
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
