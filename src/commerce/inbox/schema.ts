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
    .describe('Current counteroffer; null if there is none.'),
}

/**
 * The inbox (spec: interface, inbox). Each list has at most 100 entries, earliest deadline first. `unread_threads` and `unread_as_buyer`
 * count conversations. Offers have the usual fields (spec: completions 6). `tasks` is an extension to the specification. It contains every
 * task, starting with the one that would be most expensive to miss.
 */
export const Inbox = z
  .object({
    object: kind('inbox'),
    offers_to_answer: z
      .array(z.object({ ...offer, status: z.literal('open').describe('Status of the offer.') }).meta({ id: 'OfferToAnswer' }))
      .describe('Offers waiting for your answer as a seller.'),
    sales_to_ship: z
      .array(
        z
          .object({
            object: kind('order'),
            id: id('order'),
            status: z.literal('paid').describe('Status of the order.'),
            total: dollars('Total that the buyer paid'),
            ship_by: timestamp('Shipping deadline, ISO 8601, UTC. After it, the order is cancelled and refunded.').nullable(),
            listing: ListingRef.describe('Sold listing.'),
            shop: ShopRef.describe('Shop of the listing.'),
            buyer: PersonRef.describe('Buyer of the item.'),
          })
          .meta({ id: 'SaleToShip' }),
      )
      .describe('Paid orders that you have to ship or hand over.'),
    money_problems: z
      .array(
        z
          .object({
            object: kind('money_problem'),
            kind: z.enum(MONEY_CASE_KINDS).describe('Kind of problem.'),
            stage: z.enum(CHARGEBACK_STAGES).nullable().describe('Stage of the bank’s dispute; null if there is no dispute.'),
            amount: dollars('Amount that the problem affects'),
            order: id('order').nullable(),
            listing: z
              .object({ title: z.string().describe('Title of the listing.') })
              .nullable()
              .describe('Sold listing.'),
            created_at: timestamp('Time when the problem occurred, ISO 8601, UTC.'),
          })
          .meta({ id: 'MoneyProblem' }),
      )
      .describe('Problems with your payments and payouts.'),
    unread_threads: count('Number of conversations with unread messages from buyers.'),
    counters_to_answer: z
      .array(z.object({ ...offer, status: z.literal('countered').describe('Status of the offer.') }).meta({ id: 'CounterToAnswer' }))
      .describe('Counteroffers waiting for your answer as a buyer.'),
    unread_as_buyer: count('Number of conversations with unread messages from shops.'),
    tasks: z
      .array(
        z
          .object({
            object: kind('task'),
            kind: z.enum(TASK_KINDS).describe('Kind of task.'),
            role: z.enum(TASK_ROLES).describe('Your role in the task.'),
            record: z
              .object({ object: z.enum(TASK_RECORDS).describe('Kind of record.'), id: z.string().describe('Id of the record.') })
              .describe('Record that the task belongs to.'),
            title: z.string().nullable().describe('Title of the record; null if there is none.'),
            shop: ShopRef.nullable().describe('Shop that the task concerns; null if there is none.'),
            amount: dollars('Amount that the task concerns').nullable(),
            until: timestamp('Deadline of the task, ISO 8601, UTC; null if there is none.').nullable(),
            cost: z.enum(TASK_COSTS).describe('Consequence of missing the deadline. Tasks are sorted by it, most serious first.'),
            late: z.string().describe('Text that explains the consequence of missing the deadline.'),
          })
          .meta({ id: 'Task' }),
      )
      .describe('Your open tasks, with the most serious consequence first. The Today page and the badges show the same tasks.'),
  })
  .meta({ id: 'Inbox' })
