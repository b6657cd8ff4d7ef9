/** Maximum number of concurrent deliveries: in total, per account, per account with a slow receiver, and per host. */
const MOST = 500
const MOST_OF_ACCOUNT = 4
const MOST_OF_SLOW_ACCOUNT = 2
const MOST_TO_HOST = 100
const SLOW_MS = 2_000
/** Maximum number of idle lanes to keep in memory. An idle lane remembers whether its receiver is slow. */
const REMEMBERED = 10_000

type Lane = { running: number; host: string; slow: boolean }

/**
 * Limits concurrent deliveries, so that a slow receiver does not delay other receivers. Each account has one lane for its one webhook URL.
 * Accounts whose webhooks are on the same host share a limit, but a few slow accounts cannot use it up. The state is not shared between
 * processes.
 */
export function createLanes() {
  const lanes = new Map<string, Lane>()
  const hosts = new Map<string, number>()
  let running = 0

  return {
    /** Returns how many more deliveries, across all accounts, may start now. */
    free: (): number => MOST - running,

    /** Returns how many more deliveries for this account may start now. */
    room(accountId: string): number {
      const lane = lanes.get(accountId)
      if (!lane) return MOST_OF_ACCOUNT
      const ofAccount = (lane.slow ? MOST_OF_SLOW_ACCOUNT : MOST_OF_ACCOUNT) - lane.running
      return Math.max(0, Math.min(ofAccount, MOST_TO_HOST - (hosts.get(lane.host) ?? 0)))
    },

    /** Registers the start of a delivery. Returns a function that the caller must call with the duration when the delivery ends. */
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
