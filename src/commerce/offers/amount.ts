import { payableCents } from './rules.ts'
import type { OfferRow } from './queries.ts'

/**
 * Returns the item price in cents if the offer is accepted: the offer, or the counter, never above the current price (completions 12). For
 * an accepted offer: the agreed price.
 */
export const agreedCents = (row: Pick<OfferRow, 'amount_cents' | 'counter_cents' | 'listing_price_cents'>): number =>
  payableCents({ agreedCents: row.counter_cents ?? row.amount_cents, priceCents: row.listing_price_cents })
