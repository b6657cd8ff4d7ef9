import { z } from 'zod'
import { CreatePurchase } from '#commerce/purchases/schema.ts'
import { Address } from '#platform/http/address-fields.ts'
import { money, timestamp } from '#platform/http/fields.ts'
import { email } from '#platform/http/person-fields.ts'
import { id, kind, link } from '#platform/http/record-fields.ts'

export const CreateGuestCheckout = z.object({
  listing: id('listing'),
  email: email().describe('The buyer’s email address. We send the receipt and the link to the order there.'),
  address: Address.optional().describe('Delivery address. Not needed for a pickup.'),
  expected_total: money({ max: 20_000_000 })
    .optional()
    .describe('Total that you expect, in US dollars. If the current total differs, the response is 409.'),
})
export type CreateGuestCheckout = z.output<typeof CreateGuestCheckout>

/** Body of the bag page's request to order several items as a guest. The API has no such endpoint (spec: completions 13.4). */
export const CreateGuestPurchase = CreateGuestCheckout.omit({ listing: true }).extend({
  listings: CreatePurchase.shape.listings,
  address: Address,
})
export type CreateGuestPurchase = z.output<typeof CreateGuestPurchase>

export const GuestCheckout = z
  .object({
    object: kind('guest_checkout'),
    id: id('guest checkout'),
    order: id('order'),
    pay_url: link('Page where the buyer pays. Anyone who has this URL can see the order, so send it only to the buyer.'),
    until: timestamp('Time until which the item is reserved and the page works.'),
  })
  .meta({ id: 'GuestCheckout' })
