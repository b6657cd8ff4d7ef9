import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#admin/disputes/rules.ts'
import { MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { TASK_COSTS, TASK_KINDS, TASK_RECORDS, TASK_ROLES } from '#core/tasks.ts'
import { counterFields, offerFields } from '#commerce/offers/schema.ts'
import { timestamp } from '#platform/http/fields.ts'
import { count, dollars, id, kind, ListingRef, PersonRef, ShopRef } from '#platform/http/record-fields.ts'

const offer = {
  ...offerFields,
  counter: z
    .object({ ...counterFields, by: counterFields.by.nullable() })
    .nullable()
    .describe('The counter that stands; null without one.'),
}

/**
 * interface, inbox. Each list has at most 100 entries, the earliest deadline first. `unread_threads` and `unread_as_buyer` count threads.
 * Offers have the fields of completions 6. `tasks` (an extension) is the complete list, the costliest to miss first.
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
    tasks: z
      .array(
        z
          .object({
            object: kind('task'),
            kind: z.enum(TASK_KINDS).describe('What is owed.'),
            role: z.enum(TASK_ROLES).describe('The side from which you owe it.'),
            record: z
              .object({ object: z.enum(TASK_RECORDS).describe('Kind of record.'), id: z.string().describe('Its id.') })
              .describe('The record that waits.'),
            title: z.string().nullable().describe('What it is about; null where it has no title.'),
            shop: ShopRef.nullable().describe('The shop that it is about; null where there is none.'),
            amount: dollars('Money that it is about').nullable(),
            until: timestamp('Until when it waits; null where there is no deadline.').nullable(),
            cost: z.enum(TASK_COSTS).describe('What it costs to be late. Tasks come in the order of this.'),
            late: z.string().describe('The same in words.'),
          })
          .meta({ id: 'Task' }),
      )
      .describe('Everything that you owe, the dearest first: behind Today and the badges.'),
  })
  .meta({ id: 'Inbox' })
