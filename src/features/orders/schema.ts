import { z } from 'zod'
import { ORDER_PARTIES, ORDER_PAYMENTS, ORDER_PAYOUTS, ORDER_STATUSES, PROBLEM_REASONS, REPORT_REASONS } from '#domain/order.ts'
import { bool, money, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const OrderParams = z.object({ id: z.string() })

/** Query of `GET /orders`. */
export const ListOrders = z.object({
  role: oneOf(['buyer', 'seller']).optional(),
  status: oneOf(ORDER_STATUSES).optional(),
  ...paging(),
})
export type ListOrders = z.output<typeof ListOrders>

/** completions 11, Address. */
export const Address = z
  .object({
    name: text(1, 100),
    line1: text(1, 120),
    line2: text(0, 120).optional(),
    city: text(1, 80),
    state: text(0, 80).optional(),
    postal_code: text(1, 20),
    country: text(2, 60),
  })
  .meta({ id: 'Address' })

export type Address = z.output<typeof Address>

/** Body of `POST /orders`. `hold`: true, or the id of one's hold. */
export const CreateOrder = z.object({
  listing: z.string(),
  expected_total: money({ max: 20_000_000 }).optional(),
  address: Address.optional(),
  hold: z.union([z.boolean(), z.string()], { error: 'must be true or the id of your hold' }).optional(),
})
export type CreateOrder = z.output<typeof CreateOrder>

/** Body of `POST /orders/{id}/pay`. */
export const PayOrder = z.object({ method: text(1, 200), address: Address.optional() })
export type PayOrder = z.output<typeof PayOrder>

/** Body of `POST /orders/{id}/ship`. */
export const ShipOrder = z.object({ carrier: text(0, 60).nullable().optional(), number: text(0, 120).nullable().optional() })
export type ShipOrder = z.output<typeof ShipOrder>

/** Body of `POST /orders/{id}/deliver`. */
export const DeliverOrder = z.object({ code: text(1, 20).optional() })
export type DeliverOrder = z.output<typeof DeliverOrder>

export const MAX_PROBLEM_PHOTOS = 6

/** Path of a problem's picture: its number, from 1. */
export const ProblemPhotoParams = z.object({ id: z.string(), number: z.string() })

/** Body of `POST /orders/{id}/problem`, beside the files of a multipart body. */
export const ReportProblem = z.object({
  reason: oneOf(REPORT_REASONS),
  body: text(1, 2000),
  photo_urls: z.array(z.string()).max(MAX_PROBLEM_PHOTOS, `must have at most ${MAX_PROBLEM_PHOTOS} addresses`).optional(),
})
export type ReportProblem = z.output<typeof ReportProblem>

/**
 * Body of `POST /orders/{id}/answer`: the seller's yes or no to a request to cancel, or words to a problem; the buyer's yes
 * or no to the part of the money that the seller offers.
 */
export const AnswerOrder = z.object({ agree: bool().optional(), body: text(1, 2000).optional() })
export type AnswerOrder = z.output<typeof AnswerOrder>

/** Body of `POST /orders/{id}/refund`: everything that is left, unless an amount is named. */
export const RefundOrder = z.object({ amount: money({ min: 1, max: 20_000_000 }).optional() })
export type RefundOrder = z.output<typeof RefundOrder>

/** completions 7, Record. `pickup_code` is on the buyer's view alone. */
export const Order = z
  .object({
    object: z.literal('order'),
    id: z.string(),
    status: z.enum(ORDER_STATUSES),
    payment: z.enum(ORDER_PAYMENTS),
    payout: z.enum(ORDER_PAYOUTS),
    listing: z.object({ id: z.string(), title: z.string(), url: z.string(), photo: z.string().nullable() }),
    shop: z.object({ slug: z.string(), name: z.string() }),
    buyer: z.object({ name: z.string() }),
    offer: z.string().nullable(),
    hold: z.string().nullable(),
    item: z.number(),
    shipping: z.number().nullable(),
    fee: z.number(),
    deposit: z.number(),
    total: z.number(),
    refunded: z.number(),
    pickup: z.boolean(),
    pickup_place: z.string().nullable(),
    pickup_code: z.string().nullable().optional(),
    address: z
      .object({
        name: z.string(),
        line1: z.string(),
        line2: z.string().nullable(),
        city: z.string(),
        state: z.string().nullable(),
        postal_code: z.string(),
        country: z.string(),
      })
      .nullable(),
    tracking: z.object({ carrier: z.string().nullable(), number: z.string().nullable(), url: z.string().nullable() }),
    pay_by: timestamp(),
    ship_by: timestamp().nullable(),
    cancel_by: timestamp().nullable(),
    protect_until: timestamp().nullable(),
    problem: z
      .object({
        reason: z.enum(PROBLEM_REASONS),
        body: z.string(),
        photos: z.array(z.string()),
        reported_at: timestamp(),
        answer: z.string().nullable(),
        answered_at: timestamp().nullable(),
        offered: z.number().nullable(),
      })
      .nullable(),
    timeline: z.array(z.object({ at: timestamp(), status: z.enum(ORDER_STATUSES), by: z.enum(ORDER_PARTIES) })),
    /** On the answer to `pay` alone, while the payment is open: what the buyer's browser goes on with. */
    client_secret: z.string().nullable().optional(),
    /** Likewise with the method `checkout`: the provider's own page, where the buyer pays and comes back from. */
    checkout_url: z.string().nullable().optional(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Order' })
