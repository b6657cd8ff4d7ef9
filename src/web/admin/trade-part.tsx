import type { AnswerOf } from '#platform/http/endpoint.ts'
import { Section, Tabs } from '#web/ui/index.ts'
import { DayPlots, DayTable, type Series } from '#web/ui/day-plots.tsx'
import { dollarsText, type api } from '#web/framework/page/index.ts'
import { TRADE as COPY } from './copy.ts'

type Trade = AnswerOf<typeof api.getTrade>

/** Periods that the operator can choose, in days. */
const SPANS = [7, 30, 90] as const

/** Returns the length of the period that the query selects, in days. */
export const spanOf = (days: string | undefined): number => SPANS.find((span) => String(span) === days) ?? 30

const SERIES = [
  { of: 'orders', label: COPY.orders },
  { of: 'volume', label: COPY.volume, text: dollarsText },
  { of: 'fees', label: COPY.fees, text: dollarsText },
  { of: 'refunds', label: COPY.refunds, text: dollarsText },
  { of: 'disputes', label: COPY.disputes },
] as const satisfies Series<string>

/** The sales of all sellers, with a chart and a table of daily values for each figure. */
export const TradePart = ({ trade: { days, before, data }, now }: { trade: Trade; now: Date }) => (
  <Section id="trade" title={COPY.title} className="section">
    <Tabs
      label={COPY.period}
      tabs={SPANS.map((span) => ({ href: `/operator?days=${span}#trade`, label: COPY.days(span), current: span === days }))}
    />
    <DayPlots series={SERIES} data={data} before={before} />
    <DayTable series={SERIES} data={data} now={now} />
  </Section>
)
