import { priceAfterStep } from './rules.ts'
import { dollarsOrNull } from '#core/money.ts'
import type { ListingRow, StoredDrop } from '#catalog/listings/queries.ts'

/** Builds the owner's view of a schedule. */
export function presentPriceDrop({ price_cents, lowest_price_cents }: ListingRow, drop: StoredDrop) {
  const schedule = { percent: drop.percent, amountCents: drop.amount_cents, baseCents: drop.base_cents, everyDays: drop.every_days }
  const bounds = { priceCents: price_cents!, lowestPriceCents: lowest_price_cents, lowestPercent: drop.lowest_percent }
  return {
    percent: drop.percent,
    amount: dollarsOrNull(drop.amount_cents),
    every_days: drop.every_days,
    next_price: dollarsOrNull(priceAfterStep(schedule, bounds)),
    next_at: new Date(drop.next_at).toISOString(),
  }
}
