import type { Api } from './api.ts'

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

export async function followClock(api: Pick<Api, 'call'>): Promise<Clock> {
  let aheadSeconds = 0
  let beforeSeconds = 0
  const move = async (seconds: number) => {
    const { now } = await api.call(null, 'POST', '/test/clock', { advance_seconds: seconds })
    aheadSeconds = (Date.parse(now as string) - Date.now()) / 1000
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
