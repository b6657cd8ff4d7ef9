import { OTHER } from './market-stage.ts'
import { costOf, type Figure } from './turns.ts'
import { table } from './goals.ts'

const HEAD = ['', 'µs, web + database', '±', 'a second', '±', 'p50, p99 in ms', 'of the other']

/**
 * Formats the measured values as a table. `±` is half the difference between the highest and the lowest round. A comparison adds a last
 * column.
 */
export function seenTable(rows: readonly string[][]): string {
  const columns = rows.some((row) => row.at(-1) !== '') ? HEAD.length : HEAD.length - 1
  return table(
    HEAD.slice(0, columns),
    rows.map((row) => row.slice(0, columns)),
  )
}

/** Returns a table row for each measured value. A comparison adds the ratio of the costs. */
export function rowsOf(figures: ReadonlyMap<string, Figure>): string[][] {
  return [...figures.values()]
    .filter(({ name }) => !name.startsWith(OTHER))
    .map(({ name, measure, spread }) => {
      const other = figures.get(OTHER + name)?.measure
      const latency = Number.isNaN(measure.p99) ? measure.p50.toFixed(2) : `${measure.p50.toFixed(2)}, ${measure.p99.toFixed(2)}`
      const ratio = other ? `${(costOf(measure) / costOf(other)).toFixed(2)} (${used(other)})` : ''
      return [name, used(measure), percent(spread.cost), measure.rate.toFixed(0), percent(spread.rate), latency, ratio]
    })
}

const used = ({ web, db }: { web: number; db: number }): string => `${web.toFixed(0)} + ${db.toFixed(0)}`

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
