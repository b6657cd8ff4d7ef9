import type { AskFirst } from '#core/scopes.ts'
import { dollarsFromCents, MAX_PRICE_CENTS } from '#core/money.ts'
import type { ListingStatus, ListingVisibility } from '#catalog/listings/rules/listing.ts'

export const BULK_STATUSES = ['queued', 'running', 'done', 'undone'] as const
export type BulkStatus = (typeof BULK_STATUSES)[number]

export const MAX_BULK = 1000
export const PREVIEW_MS = 10 * 60_000
export const UNDO_MS = 24 * 3600_000

export const ROUNDINGS = ['none', '1', '5', '.99'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/** A change to an amount. Exactly one of the three fields is set. `percent` has at most two decimals; `add` and `set` are in cents. */
export type Adjustment = {
  percent?: number | undefined
  add?: number | undefined
  set?: number | null | undefined
  round?: Rounding | undefined
}

/** Steps for rounding, in cents. The allowed amounts are `offset`, `offset + step`, and so on. */
const STEPS: Readonly<Record<Rounding, { step: number; offset: number }>> = {
  none: { step: 1, offset: 0 },
  '1': { step: 100, offset: 0 },
  '5': { step: 500, offset: 0 },
  '.99': { step: 100, offset: 99 },
}

/**
 * Rounds `numerator / denominator` cents to the nearest amount that the rounding permits, half up. A positive amount never becomes
 * negative. Rounds only once; otherwise, 49.96 cents could first become 50 cents and then 1 dollar.
 */
export function roundAmount(numerator: number, denominator: number, rounding: Rounding): number {
  const { step, offset } = STEPS[rounding]
  const steps = Math.floor((2 * (numerator - offset * denominator) + step * denominator) / (2 * step * denominator))
  const cents = steps * step + offset
  return numerator >= 0 ? Math.max(cents, offset) : cents
}

export type Adjusted = { ok: true; cents: number | null } | { ok: false; message: string }

/** Returns the amount after an adjustment. Rejects the adjustment if there is no amount, or if the result is not a valid price. */
export function adjustAmount(name: 'price' | 'lowest_price', cents: number | null, adjustment: Adjustment): Adjusted {
  const { percent, add, set, round = 'none' } = adjustment
  if (set === null) return { ok: true, cents: null }
  if (set === undefined && cents === null) return { ok: false, message: `This listing has no ${name} yet. Use "set" to give it a ${name}.` }
  const result =
    set !== undefined
      ? roundAmount(set, 1, round)
      : percent !== undefined
        ? roundAmount(cents! * (10_000 + Math.round(percent * 100)), 10_000, round)
        : roundAmount(cents! + add!, 1, round)
  if (result >= 0 && result <= MAX_PRICE_CENTS) return { ok: true, cents: result }
  return { ok: false, message: `${name} must be a number of dollars from 0 to ${dollarsFromCents(MAX_PRICE_CENTS)}.` }
}

/** A change to many listings, with amounts in cents. Exactly one field is set. */
export type BulkChange = {
  price?: Adjustment | undefined
  lowest_price?: Adjustment | undefined
  shipping?: number | null | undefined
  visibility?: ListingVisibility | undefined
  take_offers?: boolean | undefined
  publish?: true | undefined
  unpublish?: true | undefined
  delete?: true | undefined
}

export type BulkKind = keyof BulkChange

export const BULK_KINDS = [
  'price',
  'lowest_price',
  'publish',
  'unpublish',
  'visibility',
  'take_offers',
  'shipping',
  'delete',
] as const satisfies readonly BulkKind[]

export const kindOf = (change: BulkChange): BulkKind => BULK_KINDS.find((kind) => change[kind] !== undefined)!

/** A listing's values that a bulk change can affect, in cents. `updatedAt` identifies the version of the listing. */
export type Snapshot = {
  status: ListingStatus
  visibility: ListingVisibility
  price: number | null
  priceBasis: string | null
  lowestPrice: number | null
  shipping: number | null
  takeOffers: boolean
  publishedAt: string | null
  updatedAt: string
}

/** Actions in a bulk change that can require approval, most serious first. */
const GRAVITY: readonly AskFirst[] = [
  'orders.refund',
  'listings.delete',
  'offers.decline',
  'shops.floor',
  'listings.publish',
  'listings.price',
]

export const byGravity = <R extends { action: AskFirst }>(requirements: readonly R[]): R[] =>
  requirements.toSorted((a, b) => GRAVITY.indexOf(a.action) - GRAVITY.indexOf(b.action))
