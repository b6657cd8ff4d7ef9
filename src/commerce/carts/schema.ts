import { z } from 'zod'
import { integer, line, text } from '#platform/http/fields.ts'
import { idParams } from '#platform/http/record-fields.ts'

/** Schemas of cart requests in the Universal Commerce Protocol. Checkouts use some of them as well. */

export const MOST_ITEMS = 50

const optionalLine = (most: number, what: string) => line(0, most).optional().describe(what)

export const Buyer = z.object({
  first_name: optionalLine(60, 'First name of the buyer.'),
  last_name: optionalLine(60, 'Last name of the buyer.'),
  email: optionalLine(254, 'Email address of the buyer.'),
  phone_number: optionalLine(30, 'Telephone.'),
})
export type Buyer = z.output<typeof Buyer>

export const LineItem = z.object({
  item: z.object({ id: text(1, 100).describe('Id of the listing.') }).describe('Item to buy.'),
  quantity: integer(1, 1_000_000).describe('Quantity. Each item exists only once, so a higher quantity is reduced to 1.'),
})

const LineItems = z.array(LineItem).max(MOST_ITEMS, `must have at most ${MOST_ITEMS} items`)

export const CreateCart = z.object({
  line_items: LineItems.min(1, 'must have at least one item').describe('Items in the cart, in the order in which they are bought.'),
  buyer: Buyer.optional().describe('Buyer.'),
})
export type CreateCart = z.output<typeof CreateCart>

/** Body of an update, which replaces the whole cart. */
export const PutCart = z.object({
  ...CreateCart.shape,
  line_items: LineItems.describe('Items in the cart, in the order in which they are bought.'),
})

export const CartParams = idParams('cart')

export const ProtocolAnswer = z.looseObject({})
