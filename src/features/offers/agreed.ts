import type { Side } from './access.ts'
import type { OfferRow } from './queries.ts'

/** What accepting comes to, in cents: the owner takes the offer, the buyer the counter. */
export const agreedCents = (row: OfferRow, side: Side): number =>
  side === 'owner' ? row.amount_cents : (row.counter_cents ?? row.amount_cents)
