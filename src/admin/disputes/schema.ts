import { z } from 'zod'
import { DISPUTE_DECISIONS } from '#admin/moderation/rules.ts'
import { MESSAGE_FROM } from '#messaging/threads/index.ts'
import { OrderProblem, orderMoney, OrderStep } from '#commerce/orders/index.ts'
import { money, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, id, idParams, kind, ListingRef, OperatorShopRef } from '#platform/http/record-fields.ts'

export const DisputeParams = idParams('order')

export const ListDisputes = z.object({
  status: oneOf(['open', 'decided']).default('open').describe('Open ones, or those that are over.'),
  ...paging(),
})
export type ListDisputes = z.output<typeof ListDisputes>

/** `amount` is only for `part`. */
export const DecideDispute = z.object({
  decision: oneOf(DISPUTE_DECISIONS).describe('`refund`: everything goes back. `part`: `amount` does. `complete`: nothing does.'),
  amount: money({ min: 1 }).optional().describe('With `part`: how many US dollars go back, at most what was paid.'),
  reason: text(1, 1000).describe('Why. Both sides read it.'),
})
export type DecideDispute = z.output<typeof DecideDispute>

const { status, payment, payout, item, shipping, total, refunded, pickup } = orderMoney

const dispute = {
  object: kind('dispute'),
  id: id('order'),
  status,
  payment,
  payout,
  listing: ListingRef.describe('What was bought.'),
  shop: OperatorShopRef.describe('Where it was bought.'),
  seller: AccountRef.describe('Who sold it.'),
  buyer: AccountRef.describe('Who bought it.'),
  item,
  shipping,
  total,
  refunded,
  pickup,
  tracking: z
    .object({
      carrier: z.string().nullable().describe('Who carries it.'),
      number: z.string().nullable().describe('Tracking number.'),
    })
    .describe('How the parcel travels.'),
  problem: OrderProblem.extend({ reason: z.string().describe('What is wrong with it.') }).describe('What the buyer reported.'),
  created_at: timestamp('When the order was made.'),
}

/** Omits the address. */
export const ListedDispute = z.object(dispute).meta({ id: 'ListedDispute' })

export const Dispute = z
  .object({
    ...dispute,
    timeline: z.array(OrderStep).describe('What happened, in order.'),
    messages: z
      .array(
        z.object({
          from: z.enum(MESSAGE_FROM).describe('Who wrote it.'),
          text: z.string().describe('What was written.'),
          created_at: timestamp('When it was written.'),
        }),
      )
      .describe('What the two sides wrote, oldest first.'),
  })
  .meta({ id: 'Dispute' })
