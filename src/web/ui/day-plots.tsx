import { DayBegins, Table } from './index.ts'
import { numberText } from '#core/format/count.ts'
import { dayText } from '#core/format/time.ts'

type Day<K extends string> = { day: string } & Readonly<Record<K, number>>

/** The charts. Each chart specifies a field of the daily numbers, a label, and the format of its values (default: plain numbers). */
export type Series<K extends string> = readonly { of: K; label: string; text?: (value: number) => string }[]

type Data<K extends string> = { series: Series<K>; data: readonly Day<K>[] }

const WIDE = 320
const HIGH = 88
const FOOT = 2

/**
 * Charts of daily numbers, each with its total and the total of the previous period. The table below the charts has the same data. A script
 * reads the table, so that users can move through the days with the keyboard.
 */
export const DayPlots = <K extends string>({ series, data, before }: Data<K> & { before: Readonly<Record<K, number>> | null }) => (
  <div class="day-plots">
    {series.map(({ of, label, text = numberText }) => (
      <figure data-label={label}>
        <figcaption>
          {label} <strong class="number">{text(data.reduce((sum, day) => sum + day[of], 0))}</strong>
        </figcaption>
        {before ? (
          <p class="small quiet">
            {text(before[of])} in the {data.length} days before
          </p>
        ) : null}
        <Bars values={data.map((day) => day[of])} />
        <p class="small quiet ends">
          <span>{dayText(data[0]!.day)}</span>
          <span>today</span>
        </p>
      </figure>
    ))}
  </div>
)

/** Each chart has its own scale, because views and sales differ by orders of magnitude. */
const Bars = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(1, ...values)
  const step = WIDE / values.length
  const gap = values.length > 40 ? 0.5 : 2
  return (
    <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, index) => {
        const high = value === 0 ? FOOT : Math.max(FOOT + 2, (value / most) * HIGH)
        const position = {
          x: (index * step + gap / 2).toFixed(1),
          width: (step - gap).toFixed(1),
          y: (HIGH - high).toFixed(1),
          height: high.toFixed(1),
        }
        return <rect class={value === 0 ? 'none' : 'some'} {...position} />
      })}
    </svg>
  )
}

/** The charts' data as a table, newest day first. */
export const DayTable = <K extends string>({ series, data, now }: Data<K> & { now: Date }) => (
  <details class="day-table">
    <summary>Daily numbers</summary>
    <Table caption="Day by day" columns={['Day', ...series.map(({ label }) => ({ label, number: true }))]}>
      {data.toReversed().map((day) => (
        <tr>
          <th scope="row">
            <time datetime={day.day}>{dayText(day.day)}</time>
          </th>
          {series.map(({ of, text = String }) => (
            <td class="number">{text(day[of])}</td>
          ))}
        </tr>
      ))}
    </Table>
    <DayBegins now={now} />
  </details>
)
