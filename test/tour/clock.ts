/** The clock of the service, which `POST /v1/test/clock` advances. */
export type Clock = {
  /**
   * Returns the current time of the service in seconds since 1970, for checks of signature times. Also returns the time before the last
   * advance, because an earlier delivery may have been signed then.
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
    // Does not use the SDK, because the SDK would send an idempotency key, which would expire when the clock advances.
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
