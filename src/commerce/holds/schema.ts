import { z } from 'zod'
import { HOLD_STATUSES } from './rules.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, ListingRef, openPayment, PersonRef, ShopRef } from '#platform/http/record-fields.ts'

export const HoldParams = idParams('hold')
export const AskHold = z.object({ listing: id('listing') })
export const PayHold = z.object({
  method: text(1, 100).describe('How to pay. With test payments: `test_ok`, `test_declined`, `test_slow`.'),
})
export const ListHolds = z.object({
  role: oneOf(['buyer', 'seller']).optional().describe('Your side. Both where it is left out.'),
  ...paging(),
})

export type PayHold = z.infer<typeof PayHold>
export type ListHolds = z.infer<typeof ListHolds>

export const Hold = z
  .object({
    object: kind('hold'),
    id: id('hold'),
    status: z.enum(HOLD_STATUSES).describe('State of the hold.'),
    deposit: dollars('The deposit'),
    until: timestamp('Asked: pay by then. Active: buy by then.'),
    terms: z.string().describe('What becomes of the deposit, in words. Show it before paying.'),
    listing: ListingRef.describe('What is held.'),
    shop: ShopRef.describe('The shop of the listing.'),
    buyer: PersonRef.describe('For whom it is held.'),
    order: id('order that used it').nullable(),
    ...openPayment,
    created_at: timestamp('When it was asked for.'),
    updated_at: timestamp('When it last changed.'),
  })
  .meta({ id: 'Hold' })
