import type { Core } from '#platform/context/index.ts'
import { textAndPhotos } from '#messaging/threads/rules/photos.ts'
import { shippingDollarsOf } from '#core/shipping.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { DisputeRow, DisputeMessage, Step } from './queries.ts'
import { presentProblem, presentReturn } from '#commerce/orders/index.ts'

export const presentListedDispute = (ctx: Core, row: DisputeRow) => ({
  object: 'dispute' as const,
  id: row.id,
  status: row.status,
  payment: row.payment,
  payout: row.payout,
  listing: { id: row.listing_id, title: row.listing_title },
  shop: { id: row.shop_id, slug: row.shop_slug, name: row.shop_name },
  seller: { id: row.seller_id, name: row.seller_name },
  buyer: { id: row.buyer_id, name: row.buyer_name },
  item: dollarsFromCents(row.item_cents),
  shipping: shippingDollarsOf(row),
  total: dollarsFromCents(row.item_cents + row.shipping_cents),
  refunded: dollarsFromCents(row.refunded_cents),
  pickup: row.pickup,
  tracking: { carrier: row.carrier, number: row.tracking_number },
  problem: presentProblem(ctx, row.id, row.problem),
  return: presentReturn(ctx, row),
  created_at: row.created_at.toISOString(),
})

export const presentDispute = (
  ctx: Core,
  { row, steps, messages }: { row: DisputeRow; steps: readonly Step[]; messages: readonly DisputeMessage[] },
) => ({
  ...presentListedDispute(ctx, row),
  timeline: steps.map(({ at, status, by }) => ({ at: at.toISOString(), status, by })),
  messages: messages.map(({ sender, text, photo_count, created_at }) => ({
    from: sender,
    text: textAndPhotos(text, photo_count),
    created_at: created_at.toISOString(),
  })),
})
