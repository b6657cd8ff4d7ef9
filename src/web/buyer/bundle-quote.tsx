import type { Context, Person } from '#platform/context/index.ts'
import { MIN_BUNDLE_ITEMS, quoteBundle } from '#core/bundle.ts'
import { dollarsFromCents } from '#core/money.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import type { Card } from '#catalog/browse/index.ts'
import type { Store } from '#catalog/stores/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { dollarsText } from '#web/framework/format.ts'
import { api, call, problemOf, type Problem, type PurchaseQuote } from '#web/framework/page/index.ts'

/** Returns true for an item that the viewer could order with others, unless it is reserved. */
export const fitsBundle = (viewer: Viewer, card: Card): boolean =>
  card.status === 'live' &&
  card.shipping.kind === 'sent' &&
  card.priceCents !== null &&
  (viewer.kind === 'anonymous' || card.seller.id !== viewer.accountId)

/** Returns the price of a bundle from the API, or the reason why the viewer cannot order it. */
export async function quoteOf(
  ctx: Context,
  viewer: Person,
  listings: string[],
): Promise<{ quote: PurchaseQuote | null; problem: Problem | undefined }> {
  if (listings.length < MIN_BUNDLE_ITEMS) return { quote: null, problem: undefined }
  try {
    return { quote: await call(ctx, viewer, api.quotePurchase, { body: { listings } }), problem: undefined }
  } catch (error) {
    return { quote: null, problem: problemOf(error) }
  }
}

/**
 * Returns the price of these items together. `exact`: the API has computed it for the viewer, who can order the items. For an anonymous
 * buyer, and for a single item, it is computed from the public prices.
 */
export async function quoteFor(
  ctx: Context,
  viewer: Viewer,
  store: Pick<Store, 'bundleTiers' | 'bundleShipping'>,
  cards: readonly Card[],
): Promise<{ sums: (Sums & { exact: boolean }) | null; problem: Problem | undefined }> {
  if (cards.length === 0) return { sums: null, problem: undefined }
  if (viewer.kind !== 'anonymous' && cards.length >= MIN_BUNDLE_ITEMS) {
    const { quote, problem } = await quoteOf(
      ctx,
      viewer,
      cards.map(({ id }) => id),
    )
    if (quote) return { sums: { ...quote, exact: true }, problem }
    return { sums: null, problem }
  }
  const items = cards.map(({ id, priceCents, shipping }) => ({
    id,
    priceCents: priceCents!,
    shippingCents: shippingCentsOf(shipping) ?? 0,
  }))
  const { percent, ...cents } = quoteBundle(items, { tiers: store.bundleTiers, shipping: store.bundleShipping })
  const sums = {
    percent,
    items: dollarsFromCents(cents.priceCents),
    discount: dollarsFromCents(cents.discountCents),
    shipping: dollarsFromCents(cents.shippingCents),
    total: dollarsFromCents(cents.totalCents),
  }
  return { sums: { ...sums, exact: false }, problem: undefined }
}

export type Sums = Pick<PurchaseQuote, 'items' | 'discount' | 'percent' | 'shipping' | 'total'>

/** Returns the rows of a price summary. The last row is the total. */
export const sumsOf = ({ items, discount, percent, shipping, total }: Sums, label = 'To pay') => [
  ['Items', dollarsText(items)] as const,
  ...(discount > 0 ? [[`Discount (${percent}%)`, `− ${dollarsText(discount)}`] as const] : []),
  ['Delivery', dollarsText(shipping)] as const,
  [label, <strong>{dollarsText(total)}</strong>] as const,
]
