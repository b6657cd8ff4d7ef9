/** In flight at once: all together, of one account, of one whose receiver was slow, and to one host. */
const MOST = 500
const MOST_OF_ACCOUNT = 4
const MOST_OF_SLOW_ACCOUNT = 2
const MOST_TO_HOST = 100
/** An answer that takes longer is a slow receiver's. */
const SLOW_MS = 2_000
/** Idle lanes that are remembered, for what is known of their receivers. */
const REMEMBERED = 10_000

type Lane = { running: number; host: string; slow: boolean }

/**
 * Who may send how much at once, so that a slow receiver delays nobody else. An account is a lane, since it has one
 * address; a host that many of them share has a bound of its own, wide enough that a few slow ones do not fill it. In
 * the memory of one process.
 */
export function createLanes() {
  const lanes = new Map<string, Lane>()
  const hosts = new Map<string, number>()
  let running = 0

  return {
    /** How many more may start, of whomever. */
    places: (): number => MOST - running,

    /** How many more of this account may start. */
    room(accountId: string): number {
      const lane = lanes.get(accountId)
      if (!lane) return MOST_OF_ACCOUNT
      const ofAccount = (lane.slow ? MOST_OF_SLOW_ACCOUNT : MOST_OF_ACCOUNT) - lane.running
      return Math.max(0, Math.min(ofAccount, MOST_TO_HOST - (hosts.get(lane.host) ?? 0)))
    },

    /** One begins. Call what comes back when it has ended. */
    start(accountId: string, host: string): (tookMs: number) => void {
      if (lanes.size > REMEMBERED) for (const [id, lane] of lanes) if (lane.running === 0) lanes.delete(id)
      const lane = lanes.get(accountId) ?? { running: 0, host, slow: false }
      lanes.set(accountId, lane)
      lane.host = host
      lane.running++
      hosts.set(host, (hosts.get(host) ?? 0) + 1)
      running++
      return (tookMs) => {
        lane.slow = tookMs > SLOW_MS
        lane.running--
        const left = hosts.get(host)! - 1
        if (left === 0) hosts.delete(host)
        else hosts.set(host, left)
        running--
      }
    },
  }
}
