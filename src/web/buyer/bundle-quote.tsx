import type { Context } from '#platform/context/index.ts'
import { isForGuests } from '#commerce/guests/index.ts'
import { MIN_BUNDLE_ITEMS, quoteBundle, type BundleTier } from '#core/bundle.ts'
import { counted } from '#core/format/count.ts'
import { dollarsFromCents } from '#core/money.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import type { Card } from '#catalog/browse/index.ts'
import type { Store } from '#catalog/stores/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { dollarsText, tiersText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Button, ButtonLink, Form, Notice } from '#web/ui/index.ts'
import { RESERVED_FOR } from './reservation.tsx'
import { api, call, centsOf, signInPath, tried, type Problem, type PurchaseQuote } from '#web/framework/page/index.ts'

/** The shop's discounts, and the number of items that the buyer must still add for the next discount. */
export const Discounts = ({ tiers, next, count }: { tiers: Store['bundleTiers']; next: BundleTier | null; count: number }) => (
  <>
    {tiers.length > 0 ? <p class="small quiet">{tiersText(tiers)}.</p> : null}
    {next ? (
      <Notice means="ok">
        <span>
          Add {counted(next.from - count, 'more item')} to get {next.percent}% off.
        </span>
      </Notice>
    ) : null}
  </>
)

type ContinueProps = {
  ctx: Context
  viewer: Viewer
  slug: string
  items: readonly string[]
  sums: Sums
  back: string
}

/**
 * The button that orders the items for a signed-in buyer. A buyer without an account goes to the guest checkout, or to the sign-in page if
 * the total is above the guest limit.
 */
export const ContinueToPayment = ({ ctx, viewer, slug, items, sums, back }: ContinueProps) => {
  if (viewer.kind === 'anonymous')
    return (
      <p class="actions bottom-bar">
        <ButtonLink
          kind="dark"
          href={isForGuests(ctx, centsOf(sums.total)) ? ROUTES.bundleCheckout(slug, items) : signInPath(back)}
          label="Continue to payment"
        />
      </p>
    )
  return (
    <Form
      class="form"
      action={ROUTES.bundle(slug)}
      viewer={viewer}
      label="Checkout"
      with={{ items: items.join(' '), expected_total: String(sums.total) }}
    >
      <p class="small">
        Nothing is reserved yet. When you continue, all items are reserved for you for {RESERVED_FOR}, so that you can pay.
      </p>
      <div class="bottom-bar">
        <Button kind="dark" label="Continue to payment" />
      </div>
    </Form>
  )
}

export const OneParcel = () => (
  <p class="small quiet">You pay once and get one parcel. Each item has a separate order and separate buyer protection.</p>
)

/** Returns true for an item that the viewer could order together with other items. Ignores reservations. */
export const fitsBundle = (viewer: Viewer, card: Card): boolean =>
  card.status === 'live' &&
  card.shipping.kind === 'sent' &&
  card.priceCents !== null &&
  (viewer.kind === 'anonymous' || card.seller.id !== viewer.accountId)

/**
 * Returns the total price of these items, or the reason why the viewer cannot order them. For an anonymous buyer or a single item, the
 * service adds up public prices instead of asking the API.
 */
export async function quoteFor(
  ctx: Context,
  viewer: Viewer,
  store: Pick<Store, 'bundleTiers' | 'bundleShipping'>,
  cards: readonly Card[],
): Promise<{ sums: Sums | null; problem: Problem | undefined }> {
  if (cards.length === 0) return { sums: null, problem: undefined }
  if (viewer.kind !== 'anonymous' && cards.length >= MIN_BUNDLE_ITEMS) {
    const listings = cards.map(({ id }) => id)
    const quote = await tried(() => call(ctx, viewer, api.quotePurchase, { body: { listings } }))
    return 'done' in quote ? { sums: quote.done, problem: undefined } : { sums: null, problem: quote.problem }
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
  return { sums, problem: undefined }
}

/** The price of several items. */
export type Sums = Pick<PurchaseQuote, 'items' | 'discount' | 'percent' | 'shipping' | 'total'>

/** Returns the rows of a price summary. The last row is the total. */
export const sumsOf = ({ items, discount, percent, shipping, total }: Sums, label = 'Amount due') => [
  ['Items', dollarsText(items)] as const,
  ...(discount > 0 ? [[`Discount (${percent}%)`, `− ${dollarsText(discount)}`] as const] : []),
  ['Delivery', dollarsText(shipping)] as const,
  [label, <strong>{dollarsText(total)}</strong>] as const,
]
