import type { Core } from '#platform/context/index.ts'
import { holdStatusAt, type HoldStatus } from './rules.ts'
import { priceText } from '#core/format/money.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { HoldRow } from './queries.ts'

/** Builds the view of a hold, with its current status, for its buyer or seller. */
export function presentHold(ctx: Core, row: HoldRow) {
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

/** Terms of the deposit, by the status of the hold. The buyer also sees them before the payment (spec: completions 7, Holds). */
const TERMS: Readonly<Record<HoldStatus, (deposit: string) => string>> = {
  asked: (deposit) =>
    `The deposit of ${deposit} holds the item for 72 hours after you pay it, and counts toward the price. If you do not buy the item within that time, the seller keeps the deposit. If the seller backs out, you get the full deposit back.`,
  active: (deposit) =>
    `The deposit of ${deposit} counts toward the price. If the buyer does not buy the item in time, the seller keeps the deposit. If the seller backs out, the buyer gets the full deposit back.`,
  used: (deposit) => `The deposit of ${deposit} counts toward the price of the order.`,
  returned: (deposit) => `The buyer gets the full deposit of ${deposit} back.`,
  kept: (deposit) => `The buyer did not buy the item in time, so the seller keeps the deposit of ${deposit}.`,
  expired: () => 'The deposit was not paid, so nothing was charged.',
}
