import { z } from 'zod'
import { MAX_BUNDLE_ITEMS } from '#core/bundle.ts'
import { Buyer, LineItem, MOST_ITEMS } from '#commerce/carts/schema.ts'
import { line, listUpTo, oneOf, text } from '#platform/http/fields.ts'
import { id, idParams } from '#platform/http/record-fields.ts'

/** Schemas of checkout requests in the Universal Commerce Protocol. They ignore all other fields. */

const optionalLine = (most: number, what: string) => line(0, most).optional().describe(what)

/** A destination. All fields are optional, because the response lists those that are missing. */
const Destination = z.object({
  id: optionalLine(100, 'Id of the destination.'),
  first_name: optionalLine(50, 'First name of the recipient.'),
  last_name: optionalLine(49, 'Last name of the recipient.'),
  street_address: optionalLine(120, 'Street and house number.'),
  extended_address: optionalLine(120, 'Second address line, such as an apartment number.'),
  address_locality: optionalLine(80, 'City.'),
  address_region: optionalLine(80, 'State or region.'),
  postal_code: optionalLine(20, 'Postal code.'),
  address_country: optionalLine(60, 'Country.'),
  phone_number: optionalLine(30, 'Telephone.'),
})
export type Destination = z.output<typeof Destination>

const Method = z.object({
  type: oneOf(['shipping', 'pickup']).optional().describe('Delivery method. The listing determines the actual method.'),
  selected_destination_id: text(0, 100)
    .nullable()
    .optional()
    .describe('Id of the selected destination, or of one of the buyer’s stored addresses.'),
  destinations: listUpTo(10, Destination).optional().describe('Delivery addresses.'),
})

export const LINES_EXPECTED = `must have 1 to ${MAX_BUNDLE_ITEMS} items from one shop`

const parts = {
  line_items: z
    .array(LineItem)
    .min(1, LINES_EXPECTED)
    .max(MAX_BUNDLE_ITEMS, LINES_EXPECTED)
    .describe('Items to buy: one listing, or up to 10 items from one shop with one payment and one parcel.'),
  buyer: Buyer.optional().describe('Buyer.'),
  fulfillment: z
    .object({ methods: listUpTo(5, Method).optional().describe('Delivery methods.') })
    .optional()
    .describe('Delivery.'),
  offer: z
    .object({ id: id('offer') })
    .nullable()
    .optional()
    .describe('The buyer’s offer. The checkout uses the amount of the seller’s counteroffer, or the agreed price.'),
  /** The calling platform. Only `src/ucp` sets this field; callers cannot set it. */
  platform: z
    .object({
      profile: z.string().describe('URL of the platform’s profile.'),
      webhook_url: z.string().nullable().describe('URL that receives order updates; null if there is none.'),
    })
    .optional()
    .describe('Platform that sends the request.'),
}

/** Body of an update, which replaces the whole checkout. */
export const PutCheckout = z.object(parts)
export type PutCheckout = z.output<typeof PutCheckout>

/** Body of a request to create a checkout for one listing, for several items from one shop, or for a cart. */
export const CreateCheckout = z.object({
  ...parts,
  line_items: z.array(LineItem).max(MOST_ITEMS, `must have at most ${MOST_ITEMS} items`).optional().describe('Items to buy.'),
  cart_id: id('cart')
    .max(100)
    .optional()
    .describe('Id of a cart. The checkout takes its available items from one shop; `line_items` and `buyer` come from the cart.'),
})
export type CreateCheckout = z.output<typeof CreateCheckout>

export const CheckoutParams = idParams('checkout')

const Instrument = z.object({
  handler_id: text(1, 100).describe('Id of the payment handler.'),
  type: text(1, 100).describe('Type of the payment instrument.'),
  selected: z.boolean().optional().describe('Whether this instrument is used for the payment.'),
  credential: z
    .object({ token: text(0, 200).optional().describe('Token from the payment handler.') })
    .optional()
    .describe('Payment credential.'),
})
export type Instrument = z.output<typeof Instrument>

export const CompleteCheckout = z.object({
  payment: z
    .object({
      instruments: z
        .array(Instrument)
        .min(1, 'must have at least one item')
        .max(10, 'must have at most 10 items')
        .describe('Payment instruments.'),
    })
    .describe('Payment.'),
})
export type CompleteCheckout = z.output<typeof CompleteCheckout>

export const ProtocolAnswer = z.looseObject({})
