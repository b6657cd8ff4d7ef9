import type { Measure } from './wrk.ts'

/** Subject of a measurement. All subjects are measured in turns, so that a busy machine affects all of them equally. */
export type Subject = { name: string; warm(): Promise<unknown>; measureOnce(): Promise<Measure> }

/** The medians over all rounds. `spread` is half the difference between the highest and the lowest round, as a share of the median. */
export type Figure = { name: string; measure: Measure; spread: { cost: number; rate: number } }

/** Warms up all subjects, then measures each subject once per round. Returns the medians by subject name. */
export async function inRounds(subjects: readonly Subject[], rounds: number): Promise<Map<string, Figure>> {
  const seen = new Map(subjects.map(({ name }) => [name, [] as Measure[]]))
  for (const { name, warm } of subjects) {
    process.stderr.write(`warming ${name}\n`)
    await warm()
  }
  for (let round = 1; round <= rounds; round++)
    for (const { name, measureOnce: take } of subjects) {
      const measure = await take()
      seen.get(name)!.push(measure)
      process.stderr.write(`turn ${round} of ${rounds}, ${name}: ${costOf(measure).toFixed(0)} µs, ${measure.rate.toFixed(0)}/s\n`)
    }
  return new Map([...seen].map(([name, measures]) => [name, { name, measure: medians(measures), spread: spreadOf(measures) }]))
}

/** Returns the CPU time per request in microseconds, summed over all processes. */
export const costOf = ({ web, db }: Measure): number => web + db

const medians = (of: readonly Measure[]): Measure => ({
  web: median(of.map(({ web }) => web)),
  db: median(of.map(({ db }) => db)),
  rate: median(of.map(({ rate }) => rate)),
  p50: median(of.map(({ p50 }) => p50)),
  p99: median(of.map(({ p99 }) => p99)),
})

const spreadOf = (of: readonly Measure[]) => ({ cost: spread(of.map(costOf)), rate: spread(of.map(({ rate }) => rate)) })

const spread = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / 2 / median(values)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
  return (low + high) / 2
}
