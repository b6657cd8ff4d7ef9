import { z } from 'zod'
import { HOLD_STATUSES } from './rules.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, ListingRef, openPayment, PersonRef, ShopRef } from '#platform/http/record-fields.ts'

export const HoldParams = idParams('hold')
export const AskHold = z.object({ listing: id('listing') })
export const PayHold = z.object({
  method: text(1, 100).describe('Payment method. With test payments: `test_ok`, `test_declined` or `test_slow`.'),
})
export const ListHolds = z.object({
  role: oneOf(['buyer', 'seller']).optional().describe('Filter by your role. Defaults to both.'),
  ...paging(),
})

export type PayHold = z.infer<typeof PayHold>
export type ListHolds = z.infer<typeof ListHolds>

export const Hold = z
  .object({
    object: kind('hold'),
    id: id('hold'),
    status: z.enum(HOLD_STATUSES).describe('Status of the hold.'),
    deposit: dollars('Amount of the deposit'),
    until: timestamp(
      'Deadline, ISO 8601, UTC. While the hold is `asked`, the buyer must pay the deposit by then. While it is `active`, the buyer must order the item by then.',
    ),
    terms: z.string().describe('Terms of the deposit as text. Show them to the buyer before the payment.'),
    listing: ListingRef.describe('Listing that is on hold.'),
    shop: ShopRef.describe('Shop of the listing.'),
    buyer: PersonRef.describe('Buyer for whom the item is held.'),
    order: id('order that used the hold').nullable(),
    ...openPayment,
    created_at: timestamp('Time of the request, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'Hold' })
