import { z } from 'zod'
import { CLOSED_REASONS, OFFER_STATUSES } from './rules.ts'
import { integer, money, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, ListingRef, PersonRef, ShopRef, namedEnum } from '#platform/http/record-fields.ts'

const note = () =>
  text(0, 500)
    .nullable()
    .transform((words) => words || null)
    .optional()
    .describe('A few words with it, for the other side.')

/** Body of `POST /offers`. */
export const MakeOffer = z.object({
  listing: id('listing'),
  amount: money({ min: 1 }).describe('What you offer, in US dollars: more than 0 and at most the price.'),
  note: note(),
})
export type MakeOffer = z.infer<typeof MakeOffer>

/** Body of `POST /offers/{id}/accept`. */
export const AcceptOffer = z.object({
  expected_amount: money().optional().describe('What you think you accept, in US dollars. Anything else now: 409.'),
})

/** Body of `POST /offers/{id}/counter`. */
export const CounterOffer = z.object({
  amount: money({ min: 1 }).describe('What you would take, in US dollars: above the offer and below the price.'),
  note: note(),
})
export type CounterOffer = z.infer<typeof CounterOffer>

export const OFFER_ROLES = ['seller', 'buyer'] as const

/** Without `role`: received and made offers together. */
export const ListOffers = z.object({
  role: oneOf(OFFER_ROLES).optional().describe('Your side. Both where it is left out.'),
  status: oneOf(OFFER_STATUSES).optional().describe('Only those in this state.'),
  listing: z.string().optional().describe('Only offers on this listing, by its id.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListOffers = z.infer<typeof ListOffers>

export const OfferParams = idParams('offer')

export const COUNTER_BY = ['owner', 'agent'] as const

/** Shared by the record and the inbox. */
export const offerFields = {
  object: kind('offer'),
  id: id('offer'),
  amount: dollars('What the buyer offers'),
  note: z.string().describe('What the buyer wrote with it; empty where nothing was.'),
  listing: ListingRef.extend({ price: dollars('Asking price of now') })
    .meta({ id: 'OfferedListing' })
    .describe('What it is for.'),
  shop: ShopRef.describe('The shop of the listing.'),
  buyer: PersonRef.describe('Who made it.'),
  expires_at: timestamp('Until when it stands. A counter gives 48 hours anew.'),
  created_at: timestamp('When it was made.'),
}

export const counterFields = {
  amount: dollars('What the seller would take'),
  note: z.string().nullable().describe('What was written with it.'),
  by: z.enum(COUNTER_BY).describe('Who made it: the owner, or their negotiator.'),
  expires_at: timestamp('Until when the buyer can take it.'),
}

const { object, id: offerId, ...offered } = offerFields

/** completions 6, Record. */
export const Offer = z
  .object({
    object,
    id: offerId,
    status: namedEnum('OfferStatus', OFFER_STATUSES).describe('State of the offer.'),
    ...offered,
    counter: z.object(counterFields).meta({ id: 'Counter' }).nullable().describe('The counter that stands, or stood; null without one.'),
    order: id('order that came of it').nullable(),
    closed_reason: namedEnum('ClosedReason', CLOSED_REASONS).nullable().describe('Why it was closed; null where it was not.'),
    updated_at: timestamp('When it last changed.'),
  })
  .meta({ id: 'Offer' })

/** completions 6, `/explain`. Without a decision, all fields except `offer` and `note` are empty. */
export const Explanation = z
  .object({
    object: kind('explanation'),
    offer: id('offer'),
    outcome: z
      .enum(['counter', 'owner', 'firm'])
      .nullable()
      .describe('`counter`: it was countered. `owner`: it is left for you. `firm`: the price stays.'),
    counter: dollars('Amount of the counter').nullable(),
    rule: z
      .object({ number: integer(1, 7).describe('Number of the rule.'), text: z.string().describe('The rule in words.') })
      .nullable()
      .describe('The rule that decided.'),
    inputs: z
      .object({
        offer: dollars('The offer'),
        price: dollars('Asking price'),
        lowest_price: dollars('Your lowest price for the listing').nullable(),
        lowest_percent: z.int().describe('Your shop’s floor: this much off the price, in percent.'),
        last_counter: dollars('The last counter to this buyer').nullable(),
      })
      .nullable()
      .describe('What it was worked out from.'),
    arithmetic: z.array(z.string()).describe('How it was worked out, line by line.'),
    note: z.string().describe('The outcome in a sentence.'),
    tells_buyer: z.string().nullable().describe('What the buyer can work out about your lowest price from the counter.'),
    worded_by: z.enum(['model', 'template']).nullable().describe('Who worded the message to the buyer.'),
    created_at: timestamp('When it was worked out.').nullable(),
  })
  .meta({ id: 'OfferExplanation' })
