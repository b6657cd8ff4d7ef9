import type { Core } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { statusAt } from './rules.ts'
import type { OfferRow } from './queries.ts'

/**
 * Builds the API view of an offer (spec: completions 6, Record). The seller, the buyer and events get the same view, which does not contain
 * the minimum price. Offers past their deadline are shown as expired. `note` can be empty (spec: interface, event).
 */
export const presentOffer = (ctx: Core, row: OfferRow) => ({
  object: 'offer' as const,
  id: row.id,
  status: statusAt({ status: row.status, expiresAt: row.expires_at }, ctx.now()),
  amount: dollarsFromCents(row.amount_cents),
  note: row.note ?? '',
  counter:
    row.counter_cents === null
      ? null
      : {
          amount: dollarsFromCents(row.counter_cents),
          note: row.counter_note,
          by: row.counter_by!,
          expires_at: row.counter_expires_at!.toISOString(),
        },
  listing: { id: row.listing_id, title: row.listing_title, price: dollarsFromCents(row.listing_price_cents) },
  shop: { slug: row.shop_slug, name: row.shop_name },
  buyer: { name: row.buyer_name },
  order: row.order_id,
  closed_reason: row.closed_reason,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
