import { percentOf } from './money.ts'

/** A shop's discount for a bundle of at least `from` items (spec: completions 13.4). */
export type BundleTier = { from: number; percent: number }

/** Shipping price of a bundle: either the sum of the items' shipping prices, or only the highest of them. */
export const BUNDLE_SHIPPING = ['sum', 'highest'] as const
export type BundleShipping = (typeof BUNDLE_SHIPPING)[number]

export const MIN_BUNDLE_ITEMS = 2
export const MAX_BUNDLE_ITEMS = 10
export const MAX_BUNDLE_TIERS = 3
export const MAX_BUNDLE_PERCENT = 50

/** Returns the bundle discount, in percent, for this number of items. */
export const percentFor = (tiers: readonly BundleTier[], items: number): number =>
  tiers.reduce((best, { from, percent }) => (items >= from ? Math.max(best, percent) : best), 0)

/** Returns the next bundle tier, which requires more items and has a higher discount, or null. */
export function nextTier(tiers: readonly BundleTier[], items: number): BundleTier | null {
  const now = percentFor(tiers, items)
  const higher = tiers.filter(({ from, percent }) => from > items && percent > now)
  return higher.reduce<BundleTier | null>((next, tier) => (next === null || tier.from < next.from ? tier : next), null)
}

/**
 * Returns an error message if the bundle tiers are invalid, otherwise null. Each tier must require more items than the previous one, and
 * give a higher discount.
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

/** Returns true if there is a number of items for which the tiers in `after` give a higher discount than the tiers in `before`. */
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
  /** One part per item, in the order of the items. The parts add up exactly to the quoted amounts. */
  parts: BundlePart[]
}

/**
 * Computes the price of a bundle in whole cents. The discount is rounded half up. The discount is split among the items in proportion to
 * their prices, and the shipping in proportion to their shipping prices, both by largest remainder (spec: completions 13.11).
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
 * Splits an amount in proportion to the weights, by largest remainder. The parts are in the order of the weights and add up to exactly the
 * amount. Between equal remainders, the lower id gets the cent. If all weights are 0, the amount is split evenly.
 */
export function splitCents(cents: number, weights: readonly { id: string; weight: number }[]): number[] {
  const total = sumOf(weights.map(({ weight }) => weight))
  const even = total === 0
  // uses BigInt, because the product of cents and weight can exceed the range of exact numbers
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
