import { z } from 'zod'
import { DISPUTE_DECISIONS } from '#domain/operator.ts'
import { ORDER_PARTIES, ORDER_PAYMENTS, ORDER_PAYOUTS, ORDER_STATUSES } from '#domain/order.ts'
import { money, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const DisputeParams = z.object({ id: z.string() })

export const ListDisputes = z.object({ status: oneOf(['open', 'decided']).default('open'), ...paging() })
export type ListDisputes = z.output<typeof ListDisputes>

/** `amount` belongs to `part`. */
export const DecideDispute = z.object({
  decision: oneOf(DISPUTE_DECISIONS),
  amount: money({ min: 1 }).optional(),
  reason: text(1, 1000),
})
export type DecideDispute = z.output<typeof DecideDispute>

const dispute = {
  object: z.literal('dispute'),
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  payment: z.enum(ORDER_PAYMENTS),
  payout: z.enum(ORDER_PAYOUTS),
  listing: z.object({ id: z.string(), title: z.string() }),
  shop: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  seller: z.object({ id: z.string(), name: z.string() }),
  buyer: z.object({ id: z.string(), name: z.string() }),
  item: z.number(),
  shipping: z.number().nullable(),
  total: z.number(),
  refunded: z.number(),
  pickup: z.boolean(),
  tracking: z.object({ carrier: z.string().nullable(), number: z.string().nullable() }),
  problem: z.object({
    reason: z.string(),
    body: z.string(),
    photos: z.array(z.string()),
    reported_at: timestamp(),
    answer: z.string().nullable(),
    answered_at: timestamp().nullable(),
    offered: z.number().nullable(),
  }),
  created_at: timestamp(),
}

/** An order in dispute, as it stands in the queue: without the address. */
export const ListedDispute = z.object(dispute).meta({ id: 'ListedDispute' })

export const Dispute = z
  .object({
    ...dispute,
    timeline: z.array(z.object({ at: timestamp(), status: z.enum(ORDER_STATUSES), by: z.enum(ORDER_PARTIES) })),
    messages: z.array(z.object({ from: z.enum(['buyer', 'owner', 'agent', 'service']), text: z.string(), created_at: timestamp() })),
  })
  .meta({ id: 'Dispute' })
