import { CONDITION_PERCENT, conditionOf, type Condition } from './conditions.ts'
import { comparable, priced, type UsedPrice, type ItemName } from './comparables.ts'
import { DOLLAR, FINE, quartile, share, wholeDollarCents } from './fine.ts'
import { withoutOutliers } from './outliers.ts'

export type Confidence = 'high' | 'medium' | 'low'

/** Prices in cents. `listings` come from comparable live listings, `offers` from catalog offers of used items. */
export type Evidence<T extends UsedPrice> = { listings: readonly T[]; offers: readonly T[]; newCents: number | null }

/** Prices in cents, always whole dollars (spec: interface, helper 2). */
export type PriceVerdict<T extends UsedPrice> = {
  suggestedCents: number
  /** Price range that covers most of the comparable items. */
  band: PriceSpan
  /** Range from the lowest to the highest price. It includes the price band. */
  range: PriceSpan
  confidence: Confidence
  from: 'used prices' | 'new price' | 'nothing'
  used: T[]
}

export type PriceSpan = { lowCents: number; highCents: number }

/** Suggested price for an item that nothing is known about: 40 dollars (spec: interface, helper 4). */
const UNKNOWN_FINE = 40 * DOLLAR

/**
 * Prices an item without a model, exactly as specified (spec: interface, helper 4): the median used price, or half the new price, or 40
 * dollars. The band and the range are 85 to 115 percent of the result. The confidence is never high, because the comparable prices may be
 * for different items.
 */
export function priceWithoutModel<T extends UsedPrice>({ listings, offers, newCents }: Evidence<T>): PriceVerdict<T> {
  const used = firstOf(priced(listings), priced(offers))
  const { base, from } = baseOf(used, newCents)
  const band = rounded({ low: share(base, 85), high: share(base, 115) })
  const confidence = confidenceOf(sorted(used), base, newCents)
  return {
    suggestedCents: clamp(wholeDollarCents(base), band),
    band,
    range: band,
    confidence: confidence === 'high' ? 'medium' : confidence,
    from,
    used,
  }
}

export type ItemFacts = ItemName & { category: string; condition: Condition }

const SAME_CONDITION = 5
const ENOUGH_SOLD = 3
const BAND_FROM = 5

/**
 * Prices an item that a model has identified. Uses only comparables for the same item, without outliers, and prefers sold prices to asking
 * prices. The price band spans the quartiles, stays below the price of a new item, and is adjusted for wear.
 */
export function priceFully<T extends UsedPrice>(item: ItemFacts, { listings, offers, newCents }: Evidence<T>): PriceVerdict<T> {
  const rows = firstOf(comparable(listings, item), comparable(offers, item))
  const alike = rows.filter(({ condition }) => conditionOf(condition) === item.condition)
  const sameCondition = item.condition !== 'unknown' && alike.length >= SAME_CONDITION
  const within = withoutOutliers(sorted(sameCondition ? alike : rows))
  const comparables = (sameCondition ? alike : rows).filter(({ cents }) => within(cents))
  const sold = comparables.filter((row) => row.sold)
  const used = sold.length >= ENOUGH_SOLD ? sold : comparables

  const { base, from } = baseOf(used, newCents)
  const prices = sorted(used)
  const cap = item.category === 'Collectibles' ? null : newCents
  const band = belowNew(bandOf(prices, base), cap)
  const roundedBand = rounded(band)
  const factor = sameCondition ? 100 : CONDITION_PERCENT[item.condition]
  return {
    suggestedCents: clamp(wholeDollarCents(share(base, factor)), roundedBand),
    band: roundedBand,
    range: rounded(rangeOf(prices, band, cap)),
    confidence: confidenceOf(prices, base, newCents),
    from,
    used,
  }
}

type FineSpan = { low: number; high: number }

const firstOf = <T>(...lists: T[][]): T[] => lists.find((list) => list.length > 0) ?? []

const sorted = (rows: readonly UsedPrice[]): number[] => rows.map(({ cents }) => cents).toSorted((a, b) => a - b)

function baseOf(used: readonly UsedPrice[], newCents: number | null): { base: number; from: PriceVerdict<UsedPrice>['from'] } {
  if (used.length > 0) return { base: quartile(sorted(used), 2), from: 'used prices' }
  if (newCents !== null) return { base: (newCents * FINE) / 2, from: 'new price' }
  return { base: UNKNOWN_FINE, from: 'nothing' }
}

/**
 * Returns the range between the quartiles. If necessary, extends it to 5 percent on each side of the price, or to 15 percent if there are
 * few comparables.
 */
function bandOf(prices: readonly number[], base: number): FineSpan {
  if (prices.length < BAND_FROM) return { low: share(base, 85), high: share(base, 115) }
  return { low: Math.min(quartile(prices, 1), share(base, 95)), high: Math.max(quartile(prices, 3), share(base, 105)) }
}

/** Limits the price band to 90 percent of the price of a new item, because no buyer pays more than that for a used item. */
function belowNew({ low, high }: FineSpan, newCents: number | null): FineSpan {
  const cap = capOf(newCents)
  return high <= cap ? { low, high } : { low: Math.min(low, share(cap, 85)), high: cap }
}

const capOf = (newCents: number | null): number => (newCents === null ? Infinity : share(newCents * FINE, 90))

function rangeOf(prices: readonly number[], band: FineSpan, newCents: number | null): FineSpan {
  if (prices.length === 0) return band
  const [cheapest, dearest] = [prices[0]! * FINE, prices.at(-1)! * FINE]
  return { low: Math.min(cheapest, band.low), high: Math.max(Math.min(dearest, capOf(newCents)), band.high) }
}

const rounded = ({ low, high }: FineSpan): PriceSpan => ({ lowCents: wholeDollarCents(low), highCents: wholeDollarCents(high) })

const clamp = (cents: number, { lowCents, highCents }: PriceSpan): number => Math.min(Math.max(cents, lowCents), highCents)

/**
 * Returns the confidence in a suggested price. High confidence requires at least 8 prices, whose quartiles differ by at most half of the
 * suggested price.
 */
function confidenceOf(prices: readonly number[], base: number, newCents: number | null): Confidence {
  const count = prices.length
  if (count >= 8 && (quartile(prices, 3) - quartile(prices, 1)) * 2 <= base) return 'high'
  return count >= 4 || (count >= 1 && newCents !== null) ? 'medium' : 'low'
}
