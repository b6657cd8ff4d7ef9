import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName } from '#core/quoted-name.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { commit, requireCanCommit, requireUnderLimit } from '#identity/spend-limits/index.ts'
import { PAY_WITHIN_MS } from '#commerce/orders/rules/order.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { startOrder } from '#commerce/orders/start.ts'
import { lockFees } from '#platform/settings/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { lockBundle, named } from './bundle.ts'
import type { Bundle } from './present.ts'
import * as queries from './queries.ts'
import type { PurchaseRow } from './queries.ts'
import type { CreatePurchase, QuotePurchase } from './schema.ts'

/** Computes the price of a bundle without reserving the items. Errors: those of `lockBundle`. */
export const quotePurchase = (tx: Tx, actor: Person, { listings }: QuotePurchase): Promise<Bundle> => lockBundle(tx, actor, listings)

/**
 * Orders several items from one shop, either all of them or none, and reserves them for 15 minutes (spec: completions 13.4). Errors: those
 * of `lockBundle`; 400 `address`; 403 if the total exceeds the key's spending limits; 409 `expected_total` if the total differs from the
 * expected total.
 */
export async function createPurchase(
  tx: Tx,
  actor: Person,
  { listings: ids, expected_total: expectedCents, address: given }: CreatePurchase,
): Promise<{ row: PurchaseRow; orders: OrderRow[] }> {
  await lockFees(tx.db)
  // all orders get the same deadline
  const still: Tx = { ...tx, now: frozen(tx) }
  const address = await addressForOrder(tx, actor, given)
  const { listings, quote } = await lockBundle(still, actor, ids)
  requireUnderLimit(actor, quote.totalCents)
  if (expectedCents !== undefined && expectedCents !== quote.totalCents)
    throw conflict(`The total is now ${priceText(quote.totalCents)}. Check it before you buy.`, 'expected_total')
  const now = still.now()
  const id = tx.newId('pur')
  const shop = listings[0]!
  await queries.insertPurchase(tx.db, {
    id,
    shop_id: shop.shop_id,
    seller_id: shop.owner_id,
    buyer_id: actor.accountId,
    shop_slug: shop.shop_slug,
    shop_name: shop.shop_name,
    percent: quote.percent,
    discount_cents: quote.discountCents,
    shipping_cents: quote.shippingCents,
    total_cents: quote.totalCents,
    pay_by: new Date(now.getTime() + PAY_WITHIN_MS),
    created_at: now,
    updated_at: now,
  })
  const orders: OrderRow[] = []
  for (const [index, listing] of listings.entries()) {
    const { itemCents, discountCents, shippingCents } = quote.parts[index]!
    const started = await named(index, () =>
      startOrder(still, {
        listing,
        buyerId: actor.accountId,
        itemCents,
        offerId: null,
        hold: undefined,
        address,
        purchase: { id, discountCents, shippingCents },
        payWithinMs: PAY_WITHIN_MS,
      }),
    )
    orders.push(started.row)
  }
  await commit(tx, actor, id, quote.totalCents)
  return { row: (await queries.findPurchase(tx.db, id))!, orders }
}

/** Describes a purchase for the owner who must approve it. `amountCents` is the total, which counts toward the key's spending limit. */
export async function describeCreation(
  ctx: Context,
  actor: Person,
  { listings, address }: CreatePurchase,
): Promise<{ summary: string; amountCents: number }> {
  await addressForOrder(ctx, actor, address)
  const bundle = await inTransaction(ctx, (tx) => lockBundle(tx, actor, listings))
  const { totalCents: amountCents, percent } = bundle.quote
  await requireCanCommit(ctx, actor, amountCents)
  const discount = percent > 0 ? ` (${percent} % off)` : ''
  const titles = bundle.listings.map(({ title }) => quoteName(title)).join(', ')
  return {
    summary: `Order for ${priceText(amountCents)}${discount}: ${counted(listings.length, 'item')} in the shop ${quoteName(bundle.listings[0]!.shop_name)}: ${titles}.`,
    amountCents,
  }
}

function frozen(tx: Tx): () => Date {
  const now = tx.now()
  return () => now
}
