/** What one request cost the process that answered it. */
export type Reading = {
  /** The longest that the event loop was held, in ms of this thread's processor time: other programs are not in it. */
  heldMs: number
  /** By how much the process was larger than at the start of the window, in MiB, at most. */
  grewMiB: number
}

const TICK_MS = 5
const MIB = 2 ** 20

/** Measures the thread that it is started in. `reset` begins a window, `read` ends it; `sweep` collects garbage. */
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
    /** Bytes in use once all that can be thrown away is, in MiB. */
    sweep(): number {
      globalThis.gc?.()
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      return Math.round((heapUsed + external) / MIB)
    },
  }
}
