/** The clock of the service, moved by `POST /v1/test/clock`. */
export type Clock = {
  /**
   * Seconds since 1970 as the service counts them: what a receiver holds a signature's time against. Also as it counted them before
   * its clock was moved last, for a delivery that was under way then.
   */
  readings(): number[]
  /** Runs what is due now. */
  settle(): Promise<void>
  /** Goes on by so many seconds and runs what falls due; what was due before is done first. */
  advance(seconds: number): Promise<void>
}

export async function followClock(site: string): Promise<Clock> {
  let aheadSeconds = 0
  let beforeSeconds = 0
  const move = async (seconds: number) => {
    // not by the SDK: its idempotency key would be kept by the very clock that moves
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
