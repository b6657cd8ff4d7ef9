import { stepDown } from '#catalog/listings/rules/discount.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import { floorCents } from '#core/money.ts'

const DAY_MS = 86_400_000

export const SALE_PERCENT = { min: 5, max: 50 } as const
export const MAX_SALE_DAYS = 14
/** Maximum number of days between the planning and the start of a sale. */
const MAX_AHEAD_DAYS = 90
/** Maximum number of listings in a request, and also in a preview. */
export const MAX_NAMED = 1000

export const SALE_STATUSES = ['planned', 'running', 'ending', 'ended'] as const
export type SaleStatus = (typeof SALE_STATUSES)[number]

export type SaleTimes = { startsAt: Date; endsAt: Date; startedAt: Date | null; endedAt: Date | null }

/** Returns the status of a sale. It is `ending` while a job restores the prices. */
export function statusOf({ startedAt, endsAt, endedAt }: SaleTimes, now: Date): SaleStatus {
  if (endedAt) return 'ended'
  if (!startedAt) return 'planned'
  return endsAt <= now ? 'ending' : 'running'
}

export type TimesProblem = { param: 'starts_at' | 'ends_at'; message: string }

/** Returns null if a sale can have these start and end times, and otherwise the reason why not. */
export function timesProblem({ startsAt, endsAt }: Pick<SaleTimes, 'startsAt' | 'endsAt'>, now: Date): TimesProblem | null {
  if (startsAt < now) return { param: 'starts_at', message: 'must not be in the past' }
  if (startsAt.getTime() - now.getTime() > MAX_AHEAD_DAYS * DAY_MS)
    return { param: 'starts_at', message: `must be at most ${MAX_AHEAD_DAYS} days from now` }
  if (endsAt <= startsAt) return { param: 'ends_at', message: 'must be after starts_at' }
  return endsAt.getTime() - startsAt.getTime() > MAX_SALE_DAYS * DAY_MS
    ? { param: 'ends_at', message: `must be at most ${MAX_SALE_DAYS} days after starts_at` }
    : null
}

/** A listing's values before a sale, in cents. `lowestPercent` is the percentage in the shop's settings. */
export type SaleFacts = {
  status: ListingStatus
  hidden: boolean
  priceCents: number | null
  lowestPriceCents: number | null
  lowestPercent: number
}

export type SalePrice = { ok: true; cents: number; floorCents: number } | { ok: false; message: string }

/**
 * Returns the sale price of a listing, and the minimum price that applies during the sale. If the sale price would be below the minimum
 * price, the listing does not take part, because a smaller reduction would reveal the minimum price.
 */
export function salePrice({ status, hidden, priceCents, ...floor }: SaleFacts, percent: number): SalePrice {
  if (status !== 'live' || hidden || priceCents === null) return { ok: false, message: 'This listing is not for sale.' }
  const cents = priceCents - stepDown(priceCents, percent)
  const lowest = floorCents({ ...floor, priceCents })
  if (cents <= 0) return { ok: false, message: 'This listing is too cheap for a reduction.' }
  return cents < lowest
    ? { ok: false, message: 'The sale price would be below your minimum price.' }
    : { ok: true, cents, floorCents: lowest }
}
