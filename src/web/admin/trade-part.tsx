import type { AnswerOf } from '#platform/http/endpoint.ts'
import { numberText } from '#core/format/count.ts'
import { Section, Tabs } from '#web/ui/index.ts'
import { DayPlots, DayTable, type Series } from '#web/ui/day-plots.tsx'
import { dollarsText, type api } from '#web/framework/page/index.ts'
import { TRADE as COPY } from './copy.ts'

type Trade = AnswerOf<typeof api.getTrade>

/** Lengths of the period in days: a week, a month and a quarter. */
const SPANS = [7, 30, 90] as const

/** Returns the period that the query asks for. */
export const spanOf = (days: string | undefined): number => SPANS.find((span) => String(span) === days) ?? 30

const SERIES = [
  { of: 'orders', label: COPY.orders },
  { of: 'volume', label: COPY.volume, text: dollarsText },
  { of: 'fees', label: COPY.fees, text: dollarsText },
  { of: 'refunds', label: COPY.refunds, text: dollarsText },
  { of: 'disputes', label: COPY.disputes },
] as const satisfies Series<string>

/** Trade of all sellers: a tile and a chart for each number, and the table that they add up. */
export const TradePart = ({ trade: { days, total, before, data }, now }: { trade: Trade; now: Date }) => (
  <Section id="trade" title={COPY.title} className="section">
    <Tabs
      label={COPY.period}
      tabs={SPANS.map((span) => ({ href: `/operator?days=${span}#trade`, label: COPY.days(span), current: span === days }))}
    />
    <dl class="tiles">
      {SERIES.map(({ of, label, ...one }) => {
        const text = 'text' in one ? one.text : numberText
        return (
          <div>
            <dt>{label}</dt>
            <dd>
              <strong class="number">{text(total[of])}</strong>
              <span class="small quiet">{COPY.before(text(before[of]), days)}</span>
            </dd>
          </div>
        )
      })}
    </dl>
    <DayPlots series={SERIES} data={data} before={null} />
    <DayTable series={SERIES} data={data} now={now} />
  </Section>
)
