import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './api.ts'

/** The clock of the service, moved by `POST /v1/test/clock`. */
export type Clock = {
  /** Seconds since 1970 as the service counts them: what a receiver holds a signature's time against. */
  nowSeconds(): number
  /** Runs what is due now. */
  settle(): Promise<void>
  /** Goes on by so many seconds and runs what falls due; what was due before is done first. */
  advance(seconds: number): Promise<void>
}

export async function followClock(api: Pick<Api, 'call'>): Promise<Clock> {
  let aheadSeconds = 0
  const move = async (seconds: number) => {
    const { now } = await api.call(null, 'POST', '/test/clock', { advance_seconds: seconds })
    aheadSeconds = (Date.parse(now as string) - Date.now()) / 1000
  }
  await move(0)
  return {
    nowSeconds: () => Date.now() / 1000 + aheadSeconds,
    settle: () => move(0),
    async advance(seconds) {
      await move(0)
      // a delivery that is under way in another process arrives by the old time
      await sleep(100)
      aheadSeconds += seconds
      await move(seconds)
    },
  }
}
