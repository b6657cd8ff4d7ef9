import { NO_SALES, RULE_OF_THUMB, priceBandText } from '#helpers/research/rules/price-summary.ts'
import { centsOf, dollarsText, type ResearchRun } from '#web/framework/page/records.ts'

type Span = { low: number; high: number }
type Result = NonNullable<ResearchRun['result']>
type BandProps = { result: Pick<Result, 'price_range' | 'band' | 'suggested_price' | 'comparables'>; mine: number | null }

const WIDE = 300
const EDGE = 10

/**
 * Price range with the typical, suggested and current prices. The text next to it states the same values, and says when the range is only a
 * rule of thumb.
 */
export const PriceBand = ({ result: { price_range: range, band, suggested_price: suggested, comparables }, mine }: BandProps) => {
  if (comparables.length === 0)
    return (
      <p class="price-band">
        {NO_SALES} {RULE_OF_THUMB}: <strong class="number">{dollarsText(suggested)}</strong>
        {mine === null || mine === suggested ? '.' : `; yours is ${dollarsText(mine)}.`}
      </p>
    )
  const prices = comparables.map(({ price }) => price)
  const low = Math.min(range.low, band.low, suggested, mine ?? Infinity)
  const high = Math.max(range.high, band.high, suggested, mine ?? 0)
  const at = (price: number): string => (EDGE + ((price - low) / Math.max(1, high - low)) * (WIDE - 2 * EDGE)).toFixed(1)
  const bar = ({ low: from, high: to }: Span) => ({ x: at(from), width: Math.max(4, Number(at(to)) - Number(at(from))).toFixed(1) })
  return (
    <figure class="price-band">
      <svg viewBox={`0 0 ${WIDE} 40`} aria-hidden="true">
        <rect class="all" {...bar(range)} y="15" height="10" rx="5" />
        <rect class="most" {...bar(band)} y="12" height="16" rx="6" />
        {mine === null ? null : <path class="own" d={`M${at(mine)} 33l5 7h-10z`} />}
        <circle class="fair" cx={at(suggested)} cy="20" r="8" />
      </svg>
      <figcaption>
        {sourcesText(comparables, band)} <strong class="number">{`${dollarsText(band.low)} to ${dollarsText(band.high)}`}</strong>
        <span class="small quiet">
          {comparables.length > 1 ? `All prices: ${dollarsText(Math.min(...prices))} to ${dollarsText(Math.max(...prices))}. ` : ''}
          The dot marks the suggested price, {dollarsText(suggested)}
          {mine === null ? '.' : `, and the arrow marks your price, ${dollarsText(mine)}.`}
        </span>
      </figcaption>
    </figure>
  )
}

const sourcesText = (comparables: Result['comparables'], { low, high }: Span): string =>
  priceBandText(
    comparables.map(({ price, kind }) => ({ cents: centsOf(price), sold: kind === 'sold' })),
    { lowCents: centsOf(low), highCents: centsOf(high) },
  )
