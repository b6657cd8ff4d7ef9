/** The service's test clock, which `POST /v1/test/clock` advances. */
export type Clock = {
  /**
   * Returns the current time of the service in seconds since 1970, for checks of signature times. Also returns the time before the last
   * advance, because a delivery may have been signed before that advance.
   */
  readings(): number[]
  /** Runs the jobs that are due now. */
  settle(): Promise<void>
  /** Runs due jobs, advances the clock by `seconds`, and runs due jobs again. */
  advance(seconds: number): Promise<void>
}

export async function followClock(site: string): Promise<Clock> {
  let aheadSeconds = 0
  let beforeSeconds = 0
  const advance = async (seconds: number) => {
    // Bypasses the SDK, because the SDK would send an idempotency key, and the key would expire when the clock advances.
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${site}/v1/test/clock`, { method: 'POST', headers, body: JSON.stringify({ advance_seconds: seconds }) })
    if (!response.ok) throw new Error(`The test clock answered ${response.status}: ${await response.text()}`)
    const { now } = (await response.json()) as { now: string }
    aheadSeconds = (Date.parse(now) - Date.now()) / 1000
  }
  await advance(0)
  return {
    readings: () => [...new Set([aheadSeconds, beforeSeconds])].map((ahead) => Date.now() / 1000 + ahead),
    settle: () => advance(0),
    async advance(seconds) {
      await advance(0)
      beforeSeconds = aheadSeconds
      aheadSeconds += seconds
      await advance(seconds)
    },
  }
}
