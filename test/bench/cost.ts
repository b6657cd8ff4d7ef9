import { cpuSeconds } from '#test/bench/cpu.ts'
import { LeanConnection } from '#test/bench/load.ts'

/** Of many calls: milliseconds, calls a second, and milliseconds of processor time a call of all that takes part. */
export type Measure = { median: number; p99: number; rate: number; cpuMs: number }

/** Sent with a read, so that it is made anew: what a cookie comes with is never answered from what is kept. */
export const MADE_ANEW = 'Cookie: bench=1\r\n'

type Load = { port: number; path: () => string; headers?: string; clients: number; seconds: number; status?: number }

/** All clients ask again as soon as they are answered; a second to warm up is not counted. */
export async function load(
  pids: readonly [service: number, postmaster: number],
  { port, path, headers = '', clients, seconds, status = 200 }: Load,
): Promise<Measure> {
  const lanes = await Promise.all(Array.from({ length: clients }, () => LeanConnection.open(port)))
  const took: number[] = []
  const began = performance.now() + 1_000
  const until = began + seconds * 1_000
  let cpuBefore = Number.NaN
  const warm = setTimeout(() => (cpuBefore = cpuSeconds(...pids) ?? Number.NaN), 1_000)
  const run = async (lane: LeanConnection) => {
    while (performance.now() < until) {
      const askedAt = performance.now()
      const answer = await lane.send('GET', path(), headers)
      if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.body}`)
      if (askedAt > began) took.push(performance.now() - askedAt)
    }
  }
  await Promise.all(lanes.map(run))
  clearTimeout(warm)
  const cpuMs = (((cpuSeconds(...pids) ?? Number.NaN) - cpuBefore) * 1000) / took.length
  for (const lane of lanes) lane.close()
  took.sort((a, b) => a - b)
  return { median: took[took.length >> 1]!, p99: took[Math.floor(took.length * 0.99)]!, rate: took.length / seconds, cpuMs }
}
