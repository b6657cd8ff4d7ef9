import type { Core } from '#platform/context/index.ts'
import type { BundleQuote, BundleShipping, BundleTier } from '#core/bundle.ts'
import { nextTier } from '#core/bundle.ts'
import { dollarsFromCents } from '#core/money.ts'
import { statusAt } from '#commerce/orders/rules/order.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { presentAddress } from '#core/address.ts'
import type { Buyable } from '#catalog/listings/purchase-lock.ts'
import { purchaseStatusAt } from './rules.ts'
import type { PurchaseRow } from './queries.ts'

/** Builds the API view of a purchase, with its orders, for its buyer or seller. */
export const presentPurchase = (ctx: Core, row: PurchaseRow, orders: readonly OrderRow[]) => ({
  object: 'purchase' as const,
  id: row.id,
  status: purchaseStatusAt(row, ctx.now()),
  shop: { slug: row.shop_slug_now, name: row.shop_name },
  buyer: { name: row.buyer_name },
  orders: orders.map((order) => ({
    id: order.id,
    status: statusAt(order, ctx.now()),
    listing: { id: order.listing_id, title: order.listing_title },
    discount: dollarsFromCents(order.discount_cents ?? 0),
    item: dollarsFromCents(order.item_cents),
    shipping: dollarsFromCents(order.shipping_cents),
    refunded: dollarsFromCents(order.refunded_cents),
  })),
  percent: row.percent,
  items: dollarsFromCents(row.total_cents - row.shipping_cents + row.discount_cents),
  discount: dollarsFromCents(row.discount_cents),
  shipping: dollarsFromCents(row.shipping_cents),
  total: dollarsFromCents(row.total_cents),
  refunded: dollarsFromCents(orders.reduce((sum, { refunded_cents: cents }) => sum + cents, 0)),
  address: presentAddress(orders[0]?.address ?? null),
  pay_by: row.pay_by.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export type Bundle = {
  /** Listings, in the same order as in the request. */
  listings: readonly Buyable[]
  quote: BundleQuote
  tiers: readonly BundleTier[]
  shipping: BundleShipping
}

export const presentQuote = ({ listings, quote, tiers, shipping }: Bundle) => ({
  object: 'purchase_quote' as const,
  shop: { slug: listings[0]!.shop_slug, name: listings[0]!.shop_name },
  listings: listings.map((listing, index) => ({
    id: listing.id,
    title: listing.title,
    price: dollarsFromCents(listing.price_cents),
    discount: dollarsFromCents(quote.parts[index]!.discountCents),
    shipping: dollarsFromCents(quote.parts[index]!.shippingCents),
  })),
  percent: quote.percent,
  items: dollarsFromCents(quote.priceCents),
  discount: dollarsFromCents(quote.discountCents),
  shipping: dollarsFromCents(quote.shippingCents),
  total: dollarsFromCents(quote.totalCents),
  shipping_rule: shipping,
  next_tier: nextTier(tiers, listings.length),
})
