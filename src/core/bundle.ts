import { percentOf } from './money.ts'

/** A shop's discount for a bundle of at least `from` items (spec: completions 13.4). */
export type BundleTier = { from: number; percent: number }

/** Shipping price of a bundle: either the sum of the items' shipping prices, or the highest of them. */
export const BUNDLE_SHIPPING = ['sum', 'highest'] as const
export type BundleShipping = (typeof BUNDLE_SHIPPING)[number]

export const MIN_BUNDLE_ITEMS = 2
export const MAX_BUNDLE_ITEMS = 10
export const MAX_BUNDLE_TIERS = 3
export const MAX_BUNDLE_PERCENT = 50

/** Returns the discount, in percent, for this number of items. */
export const percentFor = (tiers: readonly BundleTier[], items: number): number =>
  tiers.reduce((best, { from, percent }) => (items >= from ? Math.max(best, percent) : best), 0)

/** Returns the next bundle tier with a higher discount, or null. */
export function nextTier(tiers: readonly BundleTier[], items: number): BundleTier | null {
  const now = percentFor(tiers, items)
  const higher = tiers.filter(({ from, percent }) => from > items && percent > now)
  return higher.reduce<BundleTier | null>((next, tier) => (next === null || tier.from < next.from ? tier : next), null)
}

/**
 * Returns the error message for invalid bundle tiers, or null. Each tier must require more items and give a higher discount than the
 * previous tier.
 */
export function tiersProblem(tiers: readonly BundleTier[]): string | null {
  const sorted = sortTiers(tiers)
  const rises = sorted.every(
    (tier, index) => index === 0 || (tier.from > sorted[index - 1]!.from && tier.percent > sorted[index - 1]!.percent),
  )
  return rises ? null : 'must have a different `from` in each tier, and a higher percent for more items'
}

export const sortTiers = (tiers: readonly BundleTier[]): BundleTier[] =>
  tiers.map(({ from, percent }) => ({ from, percent })).sort((a, b) => a.from - b.from)

/** Returns true if `after` gives a higher discount than `before` for at least one possible number of items. */
export const raisesTier = (before: readonly BundleTier[], after: readonly BundleTier[]): boolean =>
  after.some(({ from, percent }) => percent > percentFor(before, from))

export type BundleItem = { id: string; priceCents: number; shippingCents: number }
export type BundlePart = { id: string; discountCents: number; itemCents: number; shippingCents: number }
export type BundleQuote = {
  percent: number
  priceCents: number
  discountCents: number
  shippingCents: number
  totalCents: number
  /** One part per item, in the order of the items. The parts sum exactly to the amounts of the quote. */
  parts: BundlePart[]
}

/**
 * Computes the price of a bundle in whole cents. The discount is rounded half up. Discount and shipping are split among the items by
 * largest remainder. The items' prices are the weights for the discount, and their shipping prices are the weights for the shipping (spec:
 * completions 13.11).
 */
export function quoteBundle(items: readonly BundleItem[], shop: { tiers: readonly BundleTier[]; shipping: BundleShipping }): BundleQuote {
  const percent = percentFor(shop.tiers, items.length)
  const priceCents = sumOf(items.map((item) => item.priceCents))
  const discountCents = percentOf(priceCents, percent)
  const own = items.map((item) => item.shippingCents)
  const shippingCents = shop.shipping === 'sum' ? sumOf(own) : Math.max(0, ...own)
  const discounts = splitCents(
    discountCents,
    items.map(({ id, priceCents: weight }) => ({ id, weight })),
  )
  const shippings = splitCents(
    shippingCents,
    items.map(({ id, shippingCents: weight }) => ({ id, weight })),
  )
  const parts = items.map((item, index) => ({
    id: item.id,
    discountCents: discounts[index]!,
    itemCents: item.priceCents - discounts[index]!,
    shippingCents: shippings[index]!,
  }))
  return { percent, priceCents, discountCents, shippingCents, totalCents: priceCents - discountCents + shippingCents, parts }
}

/**
 * Splits an amount by largest remainder. The parts are in the order of the weights, and their sum is exactly the amount. If remainders are
 * equal, the part with the lower id gets the cent. If all weights are 0, the amount is split evenly.
 */
export function splitCents(cents: number, weights: readonly { id: string; weight: number }[]): number[] {
  const total = sumOf(weights.map(({ weight }) => weight))
  const even = total === 0
  // uses BigInt, because cents times weight can exceed the range of exact numbers
  const whole = BigInt(even ? weights.length : total)
  const shares = weights.map(({ id, weight }, index) => {
    const product = BigInt(cents) * BigInt(even ? 1 : weight)
    return { id, index, part: Number(product / whole), rest: product % whole }
  })
  let left = cents - sumOf(shares.map(({ part }) => part))
  const parts = shares.map(({ part }) => part)
  for (const { index } of shares.toSorted((a, b) => (a.rest === b.rest ? (a.id < b.id ? -1 : 1) : a.rest > b.rest ? -1 : 1))) {
    if (left === 0) break
    parts[index]! += 1
    left -= 1
  }
  return parts
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, value) => sum + value, 0)
