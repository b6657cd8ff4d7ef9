import { dollarsText } from './records.ts'

type Span = { low: number; high: number }
type BandProps = { range: Span; band: Span; suggested: number; mine: number | null }

const WIDE = 300
const EDGE = 10

/** From the cheapest to the dearest as a bar, with where most sell, what is suggested and one's own price. Its words say the same. */
export const PriceBand = ({ range, band, suggested, mine }: BandProps) => {
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
        Most sell here: <strong class="number">{`${dollarsText(band.low)} to ${dollarsText(band.high)}`}</strong>
        <span class="small quiet">
          All from {dollarsText(range.low)} to {dollarsText(range.high)}. The dot is {dollarsText(suggested)}
          {mine === null ? '.' : `, the arrow your ${dollarsText(mine)}.`}
        </span>
      </figcaption>
    </figure>
  )
}
