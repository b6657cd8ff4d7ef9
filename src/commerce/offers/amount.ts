import { payableCents } from './rules.ts'
import type { OfferRow } from './queries.ts'

/**
 * Returns the item price, in cents, at which the offer can be accepted: the counteroffer or, if there is none, the buyer's offer. The
 * result never exceeds the current price (spec: completions 12). For an accepted offer, returns the agreed price.
 */
export const agreedCents = (row: Pick<OfferRow, 'amount_cents' | 'counter_cents' | 'listing_price_cents'>): number =>
  payableCents({ agreedCents: row.counter_cents ?? row.amount_cents, priceCents: row.listing_price_cents })
