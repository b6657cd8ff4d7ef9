import { z } from 'zod'
import { MAX_PRICE_CENTS } from '#core/money.ts'
import { integer, oneOf, text } from '#platform/http/fields.ts'
import { id, idParams } from '#platform/http/record-fields.ts'
import type { MakeOffer } from '#commerce/offers/schema.ts'

/** Requests in the offer extension (docs/protocols/offers.md). The routes convert them to API requests. */

export const OfferRequest = z
  .object({
    item: z.object({ id: text(1, 100).describe('Id of the listing.') }).describe('Listing that the offer is for.'),
    amount: integer(1, MAX_PRICE_CENTS).describe('Amount of the offer in cents.'),
    currency: oneOf(['USD']).default('USD').describe('Currency of the offer.'),
    note: text(0, 500).optional().describe('Short message to the seller.'),
  })
  .transform(({ item, amount, note }): MakeOffer => ({ listing: item.id, amount, note: note || null }))

export const OffersOfItem = z.object({ item: id('listing') })

export const BargainParams = idParams('offer')
export { ProtocolAnswer } from '#commerce/carts/schema.ts'
