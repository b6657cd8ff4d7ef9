import { z } from 'zod'
import { DISPUTE_DECISIONS } from '#admin/moderation/rules.ts'
import { MESSAGE_FROM } from '#messaging/threads/index.ts'
import { OfferReturn, OrderProblem, OrderReturn, orderMoney, OrderStep } from '#commerce/orders/index.ts'
import { money, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, id, idParams, kind, ListingRef, OperatorShopRef } from '#platform/http/record-fields.ts'

export const DisputeParams = idParams('order')

export const ListDisputes = z.object({
  status: oneOf(['open', 'decided']).default('open').describe('Open or decided disputes.'),
  ...paging(),
})
export type ListDisputes = z.output<typeof ListDisputes>

/** Body of a decision on a dispute. `amount` applies only to the decision `part`. */
export const DecideDispute = z.object({
  decision: oneOf(DISPUTE_DECISIONS).describe('`refund`: full refund. `part`: refund of `amount`. `complete`: no refund.'),
  amount: money({ min: 1 }).optional().describe('With `part`: amount to refund in US dollars, at most the amount paid.'),
  reason: text(1, 1000).describe('Reason, shown to the buyer and the seller.'),
})
export type DecideDispute = z.output<typeof DecideDispute>

/** Body of a request to offer a return in a dispute. */
export const OfferDisputeReturn = OfferReturn.extend({ reason: text(1, 1000).describe('Reason, for the audit log.') })
export type OfferDisputeReturn = z.output<typeof OfferDisputeReturn>

const { status, payment, payout, item, shipping, total, refunded, pickup } = orderMoney

const dispute = {
  object: kind('dispute'),
  id: id('order'),
  status,
  payment,
  payout,
  listing: ListingRef.describe('Purchased listing.'),
  shop: OperatorShopRef.describe('Shop that sold the item.'),
  seller: AccountRef.describe('Seller of the order.'),
  buyer: AccountRef.describe('Buyer of the order.'),
  item,
  shipping,
  total,
  refunded,
  pickup,
  tracking: z
    .object({
      carrier: z.string().nullable().describe('Carrier of the parcel.'),
      number: z.string().nullable().describe('Tracking number.'),
    })
    .describe('Shipment of the order.'),
  problem: OrderProblem.extend({ reason: z.string().describe('Kind of problem.') }).describe('Problem that the buyer reported.'),
  return: OrderReturn.nullable().describe('Return of the item; null if there is none.'),
  created_at: timestamp('Time when the order was placed.'),
}

/** Schema of a dispute in a list. Omits the delivery address. */
export const ListedDispute = z.object(dispute).meta({ id: 'ListedDispute' })

export const Dispute = z
  .object({
    ...dispute,
    timeline: z.array(OrderStep).describe('Timeline of the order, oldest first.'),
    messages: z
      .array(
        z.object({
          from: z.enum(MESSAGE_FROM).describe('Author of the message.'),
          text: z.string().describe('Text of the message.'),
          created_at: timestamp('Time when the message was sent.'),
        }),
      )
      .describe('Messages between buyer and seller, oldest first.'),
  })
  .meta({ id: 'Dispute' })
