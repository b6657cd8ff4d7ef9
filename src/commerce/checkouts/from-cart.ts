import type { Person, Tx } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { lockCart, nothingLeft, setCheckout, availabilityOf, type CartRow } from '#commerce/carts/index.ts'
import { factsOf } from './facts.ts'
import { beginCheckout } from './index.ts'
import * as queries from './queries.ts'
import type { CheckoutRow } from './queries.ts'
import type { CreateCheckout } from './schema.ts'
import { stateOf, type Message } from './state.ts'

/** A checkout of a cart. `left` is the number of items that remain in the cart. */
export type FromCart = { row: CheckoutRow; left: number }

/**
 * Returns the open checkout of a cart, or starts one for the cart's first available item (cart capability, Conversion). A checkout has one
 * item, because every sale is a separate order, parcel and payment. Errors: 404, 409 when no item can be bought.
 */
export async function checkoutFromCart(tx: Tx, actor: Person, cartId: string, input: CreateCheckout): Promise<FromCart> {
  const cart = await lockCart(tx, actor, cartId)
  const { available, messages } = await availabilityOf(tx, actor, cart)
  const open = await openCheckoutOf(tx, actor, cart)
  if (open) return { row: open, left: available.filter(({ id }) => id !== open.listing_id).length }
  const [first] = available
  if (!first) throw nothingLeft(messages)
  const row = await beginCheckout(tx, actor, {
    ...input,
    line_items: [{ item: { id: first.id }, quantity: 1 }],
    buyer: cart.buyer ?? undefined,
  })
  await setCheckout(tx, cart.id, row.id)
  return { row, left: available.length - 1 }
}

/** Builds the message about the items that remain in the cart. */
export const leftInCart = (left: number): Message => ({
  type: 'warning',
  code: 'cart_remainder',
  content: `${counted(left, 'more item is', 'more items are')} in the cart. Each item is a separate order. After this checkout is completed, create the next one with the same cart_id.`,
})

async function openCheckoutOf(tx: Tx, actor: Person, { checkout_id: id }: CartRow): Promise<CheckoutRow | null> {
  if (id === null) return null
  const row = await queries.findCheckout(tx.db, { id, accountId: actor.accountId, keyId: actor.credential })
  if (!row) return null
  const { status } = stateOf(tx, await factsOf(tx, actor, row))
  return status === 'completed' || status === 'canceled' ? null : row
}
