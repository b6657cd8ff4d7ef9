import { Badge, Timestamp, Section, Table } from '#web/ui/index.ts'
import { numberText } from '#core/format/count.ts'
import type { HealthHour } from '#developers/webhooks/log/index.ts'
import { counted } from '#web/framework/format.ts'

const WIDE = 320
const HIGH = 88
const FOOT = 2

type Props = { hours: readonly HealthHour[] }

/** Delivery attempts in the last 24 hours: a text summary, a bar chart and an hourly table. */
export const WebhookHealth = ({ hours }: Props) => {
  const [delivered, failed] = [sumOf(hours, 'delivered'), sumOf(hours, 'failed')]
  return (
    <Section id="health-title" title="The last 24 hours">
      {delivered + failed === 0 ? <p>No events were sent in the last 24 hours. Ping tests do not count.</p> : null}
      <div class="day-plots">
        <figure>
          <figcaption>
            {counted(delivered + failed, 'attempt')}
            <span class="chips">
              <Badge means="ok">{numberText(delivered)} delivered</Badge>
              {failed > 0 ? <Badge means="bad">{numberText(failed)} failed</Badge> : null}
            </span>
          </figcaption>
          <Bars hours={hours} />
          <p class="small quiet ends">
            <Timestamp at={hours[0]!.from} form="hour" />
            <span>now</span>
          </p>
        </figure>
      </div>
      {delivered + failed === 0 ? null : <HourTable hours={hours} />}
    </Section>
  )
}

const sumOf = (hours: readonly HealthHour[], of: 'delivered' | 'failed'): number => hours.reduce((sum, hour) => sum + hour[of], 0)

/** In each bar, the failed attempts are above the successful attempts. The busiest hour has the highest bar. */
const Bars = ({ hours }: Props) => {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  const step = WIDE / hours.length
  return (
    <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
      {hours.map(({ delivered, failed }, index) => {
        const across = { x: (index * step + 1).toFixed(1), width: (step - 2).toFixed(1) }
        if (delivered + failed === 0) return <rect class="none" {...across} y={HIGH - FOOT} height={FOOT} />
        const high = (count: number): number => (count === 0 ? 0 : Math.max(FOOT + 2, (count / most) * (HIGH - FOOT - 2)))
        const [good, bad] = [high(delivered), high(failed)]
        return (
          <>
            {delivered > 0 ? <rect class="well" {...across} y={(HIGH - good).toFixed(1)} height={good.toFixed(1)} /> : null}
            {failed > 0 ? <rect class="lost" {...across} y={(HIGH - good - bad).toFixed(1)} height={bad.toFixed(1)} /> : null}
          </>
        )
      })}
    </svg>
  )
}

const HourTable = ({ hours }: Props) => (
  <details class="day-table">
    <summary>Hourly numbers</summary>
    <Table caption="Attempts per hour" columns={['From', { label: 'Delivered', number: true }, { label: 'Failed', number: true }]}>
      {hours.toReversed().map(({ from, delivered, failed }) => (
        <tr>
          <th scope="row">
            <Timestamp at={from} form="hour" />
          </th>
          <td class="number">{delivered}</td>
          <td class="number">{failed}</td>
        </tr>
      ))}
    </Table>
  </details>
)
