import type { Person, Tx } from '#platform/context/index.ts'
import { MAX_BUNDLE_ITEMS } from '#core/bundle.ts'
import { counted } from '#core/format/count.ts'
import type { Card } from '#catalog/browse/index.ts'
import { lockCart, nothingLeft, setCheckout, availabilityOf, type CartRow } from '#commerce/carts/index.ts'
import { factsOf } from './facts.ts'
import { beginCheckout } from './index.ts'
import { itemsOf, linesOf, problemsOfLines } from './lines.ts'
import * as queries from './queries.ts'
import type { CheckoutRow } from './queries.ts'
import type { CreateCheckout } from './schema.ts'
import { stateOf, type Message } from './state.ts'

/** A checkout that was created from a cart. `left` is the number of items that remain in the cart. */
export type FromCart = { row: CheckoutRow; left: number }

/**
 * Returns the open checkout for a cart, or starts one (cart capability, Conversion). The checkout contains the first available item and all
 * other items that fit in the same parcel. Errors: 404, 409 if none of the items can be bought.
 */
export async function checkoutFromCart(tx: Tx, actor: Person, cartId: string, input: CreateCheckout): Promise<FromCart> {
  const cart = await lockCart(tx, actor, cartId)
  const { available, messages } = await availabilityOf(tx, actor, cart)
  const open = await openCheckoutOf(tx, actor, cart)
  if (open) {
    const taken = itemsOf(open).map(({ id }) => id)
    return { row: open, left: available.filter(({ id }) => !taken.includes(id)).length }
  }
  if (available.length === 0) throw nothingLeft(messages)
  const items = await oneParcel(tx, actor, available)
  const row = await beginCheckout(tx, actor, {
    ...input,
    line_items: items.map(({ id }) => ({ item: { id }, quantity: 1 })),
    buyer: cart.buyer ?? undefined,
  })
  await setCheckout(tx, cart.id, row.id)
  return { row, left: available.length - items.length }
}

async function oneParcel(tx: Tx, actor: Person, available: readonly Card[]): Promise<Card[]> {
  const [first] = available as [Card]
  const ofShop = available.filter(({ shop }) => shop.id === first.shop.id)
  const lines = await linesOf(
    tx,
    actor,
    ofShop.map(({ id, title, priceCents }) => ({ id, title: title!, cents: priceCents! })),
  )
  const wrong = problemsOfLines(lines, actor).map(({ index }) => index)
  if (wrong.includes(0)) return [first]
  return ofShop.filter((_, index) => !wrong.includes(index)).slice(0, MAX_BUNDLE_ITEMS)
}

/** Builds the message about the items that remain in the cart. */
export const leftInCart = (left: number): Message => ({
  type: 'warning',
  code: 'cart_remainder',
  content: `${counted(left, 'more item is', 'more items are')} in the cart. A checkout has up to ${MAX_BUNDLE_ITEMS} items from one shop in one parcel. After this checkout is completed, create the next one with the same cart_id.`,
})

async function openCheckoutOf(tx: Tx, actor: Person, { checkout_id: id }: CartRow): Promise<CheckoutRow | null> {
  if (id === null) return null
  // exists, because the cart belongs to the same key, and deleting a checkout clears the cart's `checkout_id`
  const row = (await queries.findCheckout(tx.db, { id, accountId: actor.accountId, keyId: actor.credential }))!
  const { status } = stateOf(tx, await factsOf(tx, actor, row))
  return status === 'completed' || status === 'canceled' ? null : row
}
