import type { Core } from '#platform/context/index.ts'
import { statusAt } from '#commerce/offers/rules.ts'
import type { OfferRow } from '#commerce/offers/queries.ts'

/** Returns an offer as its buyer sees it, in cents, without the seller's minimum price. */
export function protocolOffer(ctx: Core, row: OfferRow) {
  const status = statusAt({ status: row.status, expiresAt: row.expires_at }, ctx.now())
  return {
    id: row.id,
    status,
    item: { id: row.listing_id, title: row.listing_title, price: row.listing_price_cents },
    currency: 'USD',
    amount: row.amount_cents,
    ...(row.note && { note: row.note }),
    ...(row.counter_cents === null
      ? {}
      : {
          counter: {
            amount: row.counter_cents,
            ...(row.counter_note && { note: row.counter_note }),
            by: row.counter_by === 'agent' ? 'negotiator' : 'seller',
            expires_at: row.counter_expires_at!.toISOString(),
          },
        }),
    can_checkout: status === 'countered' || status === 'accepted',
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
