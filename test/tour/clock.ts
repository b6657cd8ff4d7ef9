/** The clock of the service, moved by `POST /v1/test/clock`. */
export type Clock = {
  /**
   * Seconds since 1970 by the service's clock, for checks of signature times. Includes the reading before the last move, for a delivery
   * that was under way.
   */
  readings(): number[]
  /** Runs what is due now. */
  settle(): Promise<void>
  /** Runs due jobs, moves the clock by so many seconds, and runs due jobs again. */
  advance(seconds: number): Promise<void>
}

export async function followClock(site: string): Promise<Clock> {
  let aheadSeconds = 0
  let beforeSeconds = 0
  const move = async (seconds: number) => {
    // not with the SDK: its idempotency key would expire by the clock that moves
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${site}/v1/test/clock`, { method: 'POST', headers, body: JSON.stringify({ advance_seconds: seconds }) })
    if (!response.ok) throw new Error(`The test clock answered ${response.status}: ${await response.text()}`)
    const { now } = (await response.json()) as { now: string }
    aheadSeconds = (Date.parse(now) - Date.now()) / 1000
  }
  await move(0)
  return {
    readings: () => [...new Set([aheadSeconds, beforeSeconds])].map((ahead) => Date.now() / 1000 + ahead),
    settle: () => move(0),
    async advance(seconds) {
      await move(0)
      beforeSeconds = aheadSeconds
      aheadSeconds += seconds
      await move(seconds)
    },
  }
}
