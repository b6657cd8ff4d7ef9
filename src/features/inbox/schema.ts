import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#domain/chargeback.ts'
import { MONEY_CASE_KINDS } from '#domain/money-case.ts'
import { counterFields, offerFields } from '#features/offers/schema.ts'
import { timestamp } from '#lib/http/fields.ts'
import { count, dollars, id, kind, ListingRef, PersonRef, ShopRef } from '#lib/http/record-fields.ts'

const offer = {
  ...offerFields,
  counter: z
    .object({ ...counterFields, by: counterFields.by.nullable() })
    .nullable()
    .describe('The counter that stands; null without one.'),
}

/**
 * interface, inbox. Of each list at most 100, what ends soonest first. `unread_threads` and `unread_as_buyer` count
 * conversations. The fields of an offer are those of completions 6.
 */
export const Inbox = z
  .object({
    object: kind('inbox'),
    offers_to_answer: z
      .array(z.object({ ...offer, status: z.literal('open').describe('State of the offer.') }).meta({ id: 'OfferToAnswer' }))
      .describe('Offers that wait for you as a seller.'),
    sales_to_ship: z
      .array(
        z
          .object({
            object: kind('order'),
            id: id('order'),
            status: z.literal('paid').describe('State of the order.'),
            total: dollars('What the buyer paid in all'),
            ship_by: timestamp('Ship it by then, or it is cancelled and paid back.').nullable(),
            listing: ListingRef.describe('What was sold.'),
            shop: ShopRef.describe('The shop of the listing.'),
            buyer: PersonRef.describe('Who bought it.'),
          })
          .meta({ id: 'SaleToShip' }),
      )
      .describe('Sales that you have to send.'),
    money_problems: z
      .array(
        z
          .object({
            object: kind('money_problem'),
            kind: z.enum(MONEY_CASE_KINDS).describe('What went wrong.'),
            stage: z.enum(CHARGEBACK_STAGES).nullable().describe('How far the bank is; null where no bank is involved.'),
            amount: dollars('What it is about'),
            order: id('order').nullable(),
            listing: z
              .object({ title: z.string().describe('Title of the listing.') })
              .nullable()
              .describe('What was sold.'),
            created_at: timestamp('When it came up.'),
          })
          .meta({ id: 'MoneyProblem' }),
      )
      .describe('Money of yours that is held up.'),
    unread_threads: count('Conversations with unread messages of buyers.'),
    counters_to_answer: z
      .array(z.object({ ...offer, status: z.literal('countered').describe('State of the offer.') }).meta({ id: 'CounterToAnswer' }))
      .describe('Counters that wait for you as a buyer.'),
    unread_as_buyer: count('Conversations with unread messages of shops.'),
  })
  .meta({ id: 'Inbox' })
