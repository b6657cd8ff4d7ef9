import { MARKET_CATEGORIES, PRICE_BAND_CENTS, PRICE_BANDS, type PriceBand } from '#catalog/browse/rules/market.ts'
import { foldCategory, type Filter } from './documents.ts'

export type Category = (typeof MARKET_CATEGORIES)[number]

/** Number of listings that would remain for each value of a filter, given all other filters (spec: completions 5, search facets). */
export type Facets = {
  category: Record<Category, number>
  price: Record<PriceBand, number>
  /** Number of listings that take offers. */
  offers: number
}

/** Number of listings with the same facet values. `category` is in lowercase. */
export type Cell = { category: string; band: CountedBand; offers: boolean; count: number }
export type CountedBand = Exclude<PriceBand, 'any'>

export const COUNTED_BANDS = PRICE_BANDS.filter((band): band is CountedBand => band !== 'any')

/** Computes facets from the counts of all text matches. Each price bound of the filter must be the bound of a price band. */
export function facetsOf(cells: Iterable<Cell>, filter: Filter): Facets {
  const byCategory = new Map<string, number>()
  const byBand: Record<CountedBand, number> = { 'under-25': 0, '25-100': 0, 'over-100': 0 }
  let open = 0
  const selected = filter.category === null ? null : foldCategory(filter.category)
  const bands = new Set(COUNTED_BANDS.filter((band) => isWithin(band, filter)))
  for (const { category, band, offers, count } of cells) {
    const inCategory = selected === null || category === selected
    const inBand = bands.has(band)
    const passesOffers = offers || !filter.offersOnly
    if (inBand && passesOffers) byCategory.set(category, (byCategory.get(category) ?? 0) + count)
    if (inCategory && passesOffers) byBand[band] += count
    if (inCategory && inBand && offers) open += count
  }
  const names = MARKET_CATEGORIES.map((name) => [name, byCategory.get(foldCategory(name)) ?? 0])
  const any = COUNTED_BANDS.reduce((sum, band) => sum + byBand[band], 0)
  return { category: Object.fromEntries(names) as Record<Category, number>, price: { any, ...byBand }, offers: open }
}

/** Highest price of each band with an upper bound, in cents. */
export const LAST_CENTS = { 'under-25': PRICE_BAND_CENTS['under-25'].maxCents!, '25-100': PRICE_BAND_CENTS['25-100'].maxCents! }

/** Returns the index of the band that contains a price in cents. */
export const bandAt = (priceCents: number): number =>
  priceCents <= LAST_CENTS['under-25'] ? 0 : priceCents <= LAST_CENTS['25-100'] ? 1 : 2

function isWithin(band: CountedBand, { minCents, maxCents }: Filter): boolean {
  const own = PRICE_BAND_CENTS[band]
  return (own.minCents ?? 0) >= (minCents ?? 0) && (own.maxCents ?? Infinity) <= (maxCents ?? Infinity)
}
