import { floorCents } from '#core/money.ts'
import { stepDown } from '#catalog/listings/rules/discount.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'

const DAY_MS = 86_400_000

/** Limits for a price-drop schedule. Each price drop subtracts either a percentage of the initial price or a fixed amount. */
export const DROP_PERCENT = { min: 1, max: 50 } as const
export const DROP_DAYS = { min: 3, max: 30 } as const
/** Number of days for which a price-drop schedule is stored after the listing was sold. */
const SOLD_DAYS = 30

/** Price-drop schedule for one listing. Exactly one of `percent` and `amountCents` is set. `baseCents` is the initial price. */
export type Schedule = { percent: number | null; amountCents: number | null; baseCents: number; everyDays: number }

/**
 * Prices that limit a price drop. `lowestPriceCents` is the listing's own minimum price. `lowestPercent` is the percentage in the shop's
 * settings.
 */
export type Bounds = { priceCents: number; lowestPriceCents: number | null; lowestPercent: number }

/**
 * Returns the price after the next price drop, or null if that price would be 0 or below the minimum price. A smaller drop, down to the
 * minimum price, would reveal the minimum price.
 */
export function priceAfterStep({ percent, amountCents, baseCents }: Schedule, { priceCents, ...floor }: Bounds): number | null {
  const after = priceCents - (amountCents ?? stepDown(baseCents, percent!))
  return after > 0 && after >= floorCents({ ...floor, priceCents: baseCents }) ? after : null
}

/** Facts about a listing whose price drop is due. */
export type DropFacts = Bounds & {
  status: ListingStatus
  hidden: boolean
  reserved: boolean
  shopClosed: boolean
  awayUntil: Date | null
  inSale: boolean
  publishedAt: Date | null
  soldAt: Date | null
}

export type DropDecision =
  | { kind: 'drop'; priceCents: number; nextAt: Date; last: boolean }
  | { kind: 'wait'; nextAt: Date }
  | { kind: 'end' }

/**
 * Decides what to do about a price drop that is due. A paused schedule is checked again after a day. The first price drop occurs one full
 * period after publication.
 */
export function decideDrop(schedule: Schedule, facts: DropFacts, now: Date): DropDecision {
  const after = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)
  if (facts.soldAt && after(facts.soldAt, SOLD_DAYS) <= now) return { kind: 'end' }
  if (isPaused(facts, now)) return { kind: 'wait', nextAt: after(now, 1) }
  const first = after(facts.publishedAt!, schedule.everyDays)
  if (first > now) return { kind: 'wait', nextAt: first }
  const priceCents = priceAfterStep(schedule, facts)
  if (priceCents === null) return { kind: 'end' }
  const last = priceAfterStep(schedule, { ...facts, priceCents }) === null
  return { kind: 'drop', priceCents, nextAt: after(now, schedule.everyDays), last }
}

const isPaused = ({ status, hidden, reserved, shopClosed, awayUntil, inSale }: DropFacts, now: Date): boolean =>
  status !== 'live' || hidden || reserved || shopClosed || inSale || isAway(awayUntil, now)
