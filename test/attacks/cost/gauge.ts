export type Reading = {
  /**
   * Longest time in ms that the event loop was blocked. Counts only this thread's CPU time, so that other programs do not affect the
   * result.
   */
  heldMs: number
  /** Largest growth of the process's memory in MiB, since the start of the time window. */
  grewMiB: number
}

const TICK_MS = 5
const MIB = 2 ** 20

/** Measures the current thread. `reset` starts a time window; `read` ends the window and returns the result. */
export function startGauge() {
  let last = process.threadCpuUsage()
  let heldMs = 0
  let rssAtStart = process.memoryUsage.rss()
  let rssMost = 0
  const tick = () => {
    const now = process.threadCpuUsage()
    heldMs = Math.max(heldMs, (now.user - last.user + now.system - last.system) / 1_000)
    last = now
    rssMost = Math.max(rssMost, process.memoryUsage.rss())
  }
  setInterval(tick, TICK_MS).unref()
  return {
    reset() {
      last = process.threadCpuUsage()
      heldMs = 0
      rssAtStart = process.memoryUsage.rss()
      rssMost = rssAtStart
    },
    read(): Reading {
      tick()
      return { heldMs: Math.round(heldMs), grewMiB: Math.round((rssMost - rssAtStart) / MIB) }
    },
    /** Runs a full garbage collection. Returns the memory in use afterwards, in MiB. */
    sweep(): number {
      globalThis.gc?.()
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      return Math.round((heapUsed + external) / MIB)
    },
  }
}
