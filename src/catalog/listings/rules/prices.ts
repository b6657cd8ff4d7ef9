import type { ListingStatus } from './listing.ts'

export type Prices = { priceCents: number | null; lowestPriceCents: number | null }

/** A change to the prices. A price that is undefined does not change; null clears it. */
export type PriceChange = { priceCents?: number | null | undefined; lowestPriceCents?: number | null | undefined }

export type AppliedPrices = ({ ok: true } & Prices) | { ok: false; param: 'lowest_price'; message: string }

/**
 * Returns the prices after a change (spec: completions 4 and 11, `lowest_price`). A new minimum price must not exceed the new price or, if
 * the price does not change, the stored price. If only the price changes, a minimum price that exceeds the new price is lowered to it.
 */
export function applyPrices(current: Prices, change: PriceChange): AppliedPrices {
  const priceCents = change.priceCents === undefined ? current.priceCents : change.priceCents
  if (change.lowestPriceCents === undefined) {
    return { ok: true, priceCents, lowestPriceCents: capped(current.lowestPriceCents, priceCents) }
  }
  const lowestPriceCents = change.lowestPriceCents
  if (lowestPriceCents !== null && priceCents !== null && lowestPriceCents > priceCents) return FLOOR_ABOVE_PRICE
  return { ok: true, priceCents, lowestPriceCents }
}

const FLOOR_ABOVE_PRICE: AppliedPrices = {
  ok: false,
  param: 'lowest_price',
  message: 'lowest_price must not be above price.',
}

const capped = (floorCents: number | null, priceCents: number | null): number | null =>
  floorCents === null || priceCents === null ? floorCents : Math.min(floorCents, priceCents)

export type Clearing = { param: 'title' | 'price'; message: string }

/** Returns the error for a change that clears the title or price of a live listing, and null for any other change (spec: completions 4). */
export function refusedClearing(
  status: ListingStatus,
  change: { title?: string | null | undefined; priceCents?: number | null | undefined },
): Clearing | null {
  if (status !== 'live') return null
  if (change.title === null) return clearing('title')
  return change.priceCents === null ? clearing('price') : null
}

const clearing = (param: Clearing['param']): Clearing => ({
  param,
  message: `${param} cannot be cleared while the listing is live. Unpublish it first.`,
})
