import { z } from 'zod'
import { CLOSED_REASONS, OFFER_STATUSES } from './rules.ts'
import { integer, money, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, ListingRef, PersonRef, ShopRef, namedEnum } from '#platform/http/record-fields.ts'

const note = () =>
  text(0, 500)
    .nullable()
    .transform((note) => note || null)
    .optional()
    .describe('Short message to the other party.')

export const MakeOffer = z.object({
  listing: id('listing'),
  amount: money({ min: 1 }).describe('Your offer in US dollars: more than 0 and at most the price.'),
  note: note(),
})
export type MakeOffer = z.infer<typeof MakeOffer>

export const AcceptOffer = z.object({
  expected_amount: money()
    .optional()
    .describe('Amount that you expect to accept, in US dollars. If the current amount differs, the response is 409.'),
})

export const CounterOffer = z.object({
  amount: money({ min: 1 }).describe('Amount that you would accept, in US dollars: above the offer and below the price.'),
  note: note(),
})
export type CounterOffer = z.infer<typeof CounterOffer>

export const OFFER_ROLES = ['seller', 'buyer'] as const

/** Query of `GET /offers`. Without `role`, the list contains both received and made offers. */
export const ListOffers = z.object({
  role: oneOf(OFFER_ROLES).optional().describe('Filter by your role. Defaults to both.'),
  status: oneOf(OFFER_STATUSES).optional().describe('Filter by status.'),
  listing: z.string().optional().describe('Filter by listing: its id.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListOffers = z.infer<typeof ListOffers>

export const OfferParams = idParams('offer')

export const COUNTER_BY = ['owner', 'agent'] as const

/** Fields that the offer and inbox responses have in common. */
export const offerFields = {
  object: kind('offer'),
  id: id('offer'),
  amount: dollars('Amount that the buyer offers'),
  note: z.string().describe('The buyer’s message with the offer; may be empty.'),
  listing: ListingRef.extend({ price: dollars('Current asking price') })
    .meta({ id: 'OfferedListing' })
    .describe('Listing that the offer is for.'),
  shop: ShopRef.describe('Shop of the listing.'),
  buyer: PersonRef.describe('Buyer who made the offer.'),
  expires_at: timestamp('Expiry time, ISO 8601, UTC. A counteroffer extends it to 48 hours after the counteroffer.'),
  created_at: timestamp('Time of creation, ISO 8601, UTC.'),
}

export const counterFields = {
  amount: dollars('Amount that the seller would accept'),
  note: z.string().nullable().describe('Message with the counteroffer; null if there is none.'),
  by: z.enum(COUNTER_BY).describe('Author of the counteroffer: the owner, or the negotiator (`agent`).'),
  expires_at: timestamp('Time until which the buyer can accept the counteroffer, ISO 8601, UTC.'),
}

const { object, id: offerId, ...offered } = offerFields

/** Schema of an offer (spec: completions 6, Record). */
export const Offer = z
  .object({
    object,
    id: offerId,
    status: namedEnum('OfferStatus', OFFER_STATUSES).describe('Status of the offer.'),
    ...offered,
    counter: z.object(counterFields).meta({ id: 'Counter' }).nullable().describe('Current or last counteroffer; null if there is none.'),
    order: id('order that resulted from the offer').nullable(),
    closed_reason: namedEnum('ClosedReason', CLOSED_REASONS)
      .nullable()
      .describe('Reason why the offer was closed; null if it was not closed.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'Offer' })

/**
 * Schema for the explanation of a decision on an offer (spec: completions 6, `/explain`). If there was no decision, all fields except
 * `offer` and `note` are empty.
 */
export const Explanation = z
  .object({
    object: kind('explanation'),
    offer: id('offer'),
    outcome: z
      .enum(['counter', 'owner', 'firm'])
      .nullable()
      .describe('`counter`: the negotiator countered. `owner`: the decision is yours. `firm`: the negotiator did not lower the price.'),
    counter: dollars('Amount of the counteroffer').nullable(),
    rule: z
      .object({ number: integer(1, 7).describe('Number of the rule.'), text: z.string().describe('Text of the rule.') })
      .nullable()
      .describe('Rule that determined the outcome.'),
    inputs: z
      .object({
        offer: dollars('Amount of the offer'),
        price: dollars('Asking price'),
        lowest_price: dollars('Your lowest price for the listing').nullable(),
        lowest_percent: z.int().describe('Your shop’s floor, as the highest discount in percent.'),
        last_counter: dollars('Last counteroffer to this buyer').nullable(),
      })
      .nullable()
      .describe('Inputs of the calculation.'),
    arithmetic: z.array(z.string()).describe('Calculation, line by line.'),
    note: z.string().describe('Outcome, in one sentence.'),
    tells_buyer: z
      .string()
      .nullable()
      .describe('How much the counteroffer reveals to the buyer about your lowest price; null if it reveals nothing.'),
    worded_by: z.enum(['model', 'template']).nullable().describe('Source of the message to the buyer: `model` or `template`.'),
    created_at: timestamp('Time of the calculation, ISO 8601, UTC.').nullable(),
  })
  .meta({ id: 'OfferExplanation' })
