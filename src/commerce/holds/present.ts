import type { Context } from '#platform/context/index.ts'
import { holdStatusAt, type HoldStatus } from './rules.ts'
import { priceText } from '#core/format/money.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { HoldRow } from './queries.ts'

/** Returns a hold for its buyer or seller, with its current status. */
export function presentHold(ctx: Context, row: HoldRow) {
  const status = holdStatusAt(row, ctx.now())
  return {
    object: 'hold' as const,
    id: row.id,
    status,
    deposit: dollarsFromCents(row.deposit_cents),
    until: row.until.toISOString(),
    terms: TERMS[status](priceText(row.deposit_cents)),
    listing: { id: row.listing_id, title: row.listing_title },
    shop: { slug: row.shop_slug, name: row.shop_name },
    buyer: { name: row.buyer_name },
    order: row.order_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Terms for the deposit, shown before payment too (completions 7, Holds). */
const TERMS: Readonly<Record<HoldStatus, (deposit: string) => string>> = {
  asked: (deposit) =>
    `The deposit of ${deposit} holds the item for 72 hours from its payment and counts toward the price. If you do not buy in that time, the seller keeps it. If the seller backs out, it comes back to you in full.`,
  active: (deposit) =>
    `The deposit of ${deposit} counts toward the price. If the buyer does not buy by then, the seller keeps it. If the seller backs out, it goes back in full.`,
  used: (deposit) => `The deposit of ${deposit} counts toward the price of the order.`,
  returned: (deposit) => `The deposit of ${deposit} goes back to the buyer in full.`,
  kept: (deposit) => `The time was over before the item was bought, so the seller keeps the deposit of ${deposit}.`,
  expired: () => 'The deposit was not paid, so nothing was taken.',
}
