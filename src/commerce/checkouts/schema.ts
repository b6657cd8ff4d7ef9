import { z } from 'zod'
import { Buyer, LineItem, MOST_ITEMS } from '#commerce/carts/schema.ts'
import { line, listUpTo, oneOf, text } from '#platform/http/fields.ts'
import { id, idParams } from '#platform/http/record-fields.ts'

/** Checkout requests of the Universal Commerce Protocol. Other fields are ignored. */

const words = (most: number, what: string) => line(0, most).optional().describe(what)

/** Every field is optional; the response lists the missing ones. */
const Destination = z.object({
  id: words(100, 'Id of the destination.'),
  first_name: words(50, 'First name.'),
  last_name: words(49, 'Last name.'),
  street_address: words(120, 'Street and number.'),
  extended_address: words(120, 'More of it.'),
  address_locality: words(80, 'City.'),
  address_region: words(80, 'State or region.'),
  postal_code: words(20, 'Postal code.'),
  address_country: words(60, 'Country.'),
  phone_number: words(30, 'Telephone.'),
})
export type Destination = z.output<typeof Destination>

const Method = z.object({
  type: oneOf(['shipping', 'pickup']).optional().describe('How it gets to its buyer. What the listing says counts.'),
  selected_destination_id: text(0, 100).nullable().optional().describe('Which destination.'),
  destinations: listUpTo(10, Destination).optional().describe('Where it is sent.'),
})

const parts = {
  line_items: z
    .array(LineItem)
    .min(1, 'must have an item')
    .max(1, 'must have one item: each thing is bought by itself')
    .describe('What is bought.'),
  buyer: Buyer.optional().describe('Who buys.'),
  fulfillment: z
    .object({ methods: listUpTo(5, Method).optional().describe('Ways of getting it.') })
    .optional()
    .describe('How it gets there.'),
  offer: z
    .object({ id: id('offer') })
    .nullable()
    .optional()
    .describe('An offer of the buyer whose counter, or agreed price, is to be paid.'),
  /** Set by `src/ucp`, never by the caller. */
  platform: z
    .object({
      profile: z.string().describe('Address of its profile.'),
      webhook_url: z.string().nullable().describe('Where it hears of orders.'),
    })
    .optional()
    .describe('Whose agent asks.'),
}

/** Body of an update, which replaces the whole checkout. */
export const PutCheckout = z.object(parts)
export type PutCheckout = z.output<typeof PutCheckout>

/** One listing, or the first item of a cart. */
export const CreateCheckout = z.object({
  ...parts,
  line_items: z.array(LineItem).max(MOST_ITEMS, `must have at most ${MOST_ITEMS} items`).optional().describe('What is bought.'),
  cart_id: id('cart')
    .max(100)
    .optional()
    .describe('A cart whose first thing that can be bought is; then `line_items` and `buyer` are its.'),
})
export type CreateCheckout = z.output<typeof CreateCheckout>

export const CheckoutParams = idParams('checkout')

const Instrument = z.object({
  handler_id: text(1, 100).describe('Id of the payment handler.'),
  type: text(1, 100).describe('Kind of the instrument.'),
  selected: z.boolean().optional().describe('Whether it is the one to pay by.'),
  credential: z
    .object({ token: text(0, 200).optional().describe('What the handler says.') })
    .optional()
    .describe('What is paid by.'),
})
export type Instrument = z.output<typeof Instrument>

export const CompleteCheckout = z.object({
  payment: z
    .object({
      instruments: z.array(Instrument).min(1, 'must have an item').max(10, 'must have at most 10 items').describe('What can be paid by.'),
    })
    .describe('How it is paid.'),
})
export type CompleteCheckout = z.output<typeof CompleteCheckout>

export const ProtocolAnswer = z.looseObject({})
