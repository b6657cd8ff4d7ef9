import { payableCents } from './rules.ts'
import type { OfferRow } from './queries.ts'

/**
 * What accepting comes to, in cents: the owner takes the offer, the buyer the counter, and nobody pays more than the price of
 * now (completions 12). Of an offer that was accepted: what was paid for the item.
 */
export const agreedCents = (row: Pick<OfferRow, 'amount_cents' | 'counter_cents' | 'listing_price_cents'>): number =>
  payableCents({ agreedCents: row.counter_cents ?? row.amount_cents, priceCents: row.listing_price_cents })
