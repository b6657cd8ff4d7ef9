import { z } from 'zod'
import {
  ORDER_PARTIES,
  ORDER_PAYMENTS,
  ORDER_PAYOUTS,
  ORDER_STATUSES,
  PROBLEM_REASONS,
  REPORT_REASONS,
} from '#commerce/orders/rules/order.ts'
import { RETURN_PAYERS, RETURN_STATUSES, type ReturnStatus } from '#commerce/orders/rules/return.ts'
import { AddressOrId, shownAddress } from '#platform/http/address-fields.ts'
import { bool, line, money, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link, ListingRef, openPayment, PersonRef, ShopRef, namedEnum } from '#platform/http/record-fields.ts'

export const OrderParams = idParams('order')

export const ListOrders = z.object({
  role: oneOf(['buyer', 'seller']).optional().describe('Filter by your role. Defaults to both.'),
  status: oneOf(ORDER_STATUSES).optional().describe('Filter by status.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListOrders = z.output<typeof ListOrders>

const address = () =>
  AddressOrId.optional().describe(
    'Delivery address, or the id of a stored one. The order stores a copy, which only its buyer and seller see.',
  )

/** Body of `POST /orders`. `hold` is true or the id of the caller's hold. */
export const CreateOrder = z.object({
  listing: id('listing'),
  expected_total: money({ max: 20_000_000 })
    .optional()
    .describe('Total that you expect, in US dollars. If the current total differs, the response is 409.'),
  address: address(),
  hold: z
    .union([z.boolean(), z.string()], { error: 'must be true or the id of your hold' })
    .optional()
    .describe('Id of your hold to use, or `true` for your hold on this listing. Its deposit counts toward the price.')
    // the API also accepts the JSON value `true`, but code generators support only one type per field
    .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: 'string', anyOf: undefined }) }),
})
export type CreateOrder = z.output<typeof CreateOrder>

export const PayOrder = z.object({
  method: text(1, 200).describe('Payment method. With test payments: `test_ok`, `test_declined` or `test_slow`.'),
  address: address(),
})
export type PayOrder = z.output<typeof PayOrder>

export const ShipOrder = z.object({
  carrier: line(0, 60).nullable().optional().describe('Carrier. Use `other` for a tracking number that matches no known carrier.'),
  number: line(0, 120).nullable().optional().describe('Tracking number, in the format of a known carrier.'),
})
export type ShipOrder = z.output<typeof ShipOrder>

export const DeliverOrder = z.object({
  code: line(1, 20).optional().describe('Six-digit pickup code that the buyer shows to the seller. Only for the seller of a pickup.'),
})
export type DeliverOrder = z.output<typeof DeliverOrder>

export const MAX_PROBLEM_PHOTOS = 6

/** Path of a photo in a problem report. Photo numbers (`number`) start at 1. */
export const ProblemPhotoParams = z.object({
  id: id('order'),
  number: z.string().describe('Number of the photo, starting at 1. The photos of a contested return follow those of the problem.'),
})

/** Body of a problem report. A multipart body can also contain files. */
export const ReportProblem = z.object({
  reason: oneOf(REPORT_REASONS).describe('Kind of problem.'),
  body: text(1, 2000).describe('Description of the problem. The seller can read it.'),
  photo_urls: z
    .array(z.string())
    .max(MAX_PROBLEM_PHOTOS, `must have at most ${MAX_PROBLEM_PHOTOS} URLs`)
    .optional()
    .describe('Public URLs of photos. Each photo is downloaded and stored as a copy.'),
})
export type ReportProblem = z.output<typeof ReportProblem>

/** Body of the request to offer a return. */
export const OfferReturn = z.object({ payer: oneOf(RETURN_PAYERS).describe('Party that pays for the return shipping.') })
export type OfferReturn = z.output<typeof OfferReturn>

/** Body of the request with which a buyer reports that the returned parcel has been sent. */
export const SendReturn = z.object({
  carrier: line(1, 60).describe('Carrier. Use `other` for a tracking number that matches no known carrier.'),
  number: line(1, 120).describe('Tracking number, in the format of a known carrier.'),
})
export type SendReturn = z.output<typeof SendReturn>

/** Body of the request to contest a return. If it is multipart, it also contains the files. */
export const ContestReturn = z.object({
  body: text(1, 2000).describe('Description of what is wrong with the returned item. The buyer and the operator can read it.'),
  photo_urls: z
    .array(z.string())
    .max(MAX_PROBLEM_PHOTOS, `must have at most ${MAX_PROBLEM_PHOTOS} URLs`)
    .optional()
    .describe('Public URLs of photos. Each photo is downloaded and stored as a copy. At least one photo is required.'),
})
export type ContestReturn = z.output<typeof ContestReturn>

/** Body of `POST /orders/{id}/answer`, which responds to the other party. */
export const AnswerOrder = z.object({
  agree: bool().optional().describe('Whether you accept the cancellation request or the partial refund.'),
  body: text(1, 2000).optional().describe('Your answer to a reported problem. Only for the seller.'),
})
export type AnswerOrder = z.output<typeof AnswerOrder>

/** Body of a refund request. Without `amount`, everything that can still be refunded is refunded. */
export const RefundOrder = z.object({
  amount: money({ min: 1, max: 20_000_000 })
    .optional()
    .describe('Partial refund to offer to the buyer, in US dollars. Without it, everything is refunded.'),
})
export type RefundOrder = z.output<typeof RefundOrder>

export const orderAddress = z
  .object(shownAddress)
  .meta({ id: 'OrderAddress' })
  .nullable()
  .describe('Delivery address. Only the buyer and the seller see it.')

const OrderStatus = namedEnum('OrderStatus', ORDER_STATUSES)

export const orderMoney = {
  status: OrderStatus.describe('Status of the order.'),
  payment: namedEnum('OrderPayment', ORDER_PAYMENTS).describe('Status of the buyer’s payment.'),
  payout: namedEnum('OrderPayout', ORDER_PAYOUTS).describe('Status of the seller’s payout.'),
  item: dollars('Price of the item'),
  shipping: dollars('Shipping cost; null if buyer and seller agree on shipping by message').nullable(),
  total: dollars('Total that the buyer pays'),
  refunded: dollars('Amount refunded to the buyer'),
  pickup: z.boolean().describe('Whether the buyer picks the item up.'),
}

export const OrderStep = z
  .object({
    at: timestamp('Time of the step, ISO 8601, UTC.'),
    status: OrderStatus.describe('Status of the order after this step.'),
    by: z.enum(ORDER_PARTIES).describe('Party that took the step.'),
  })
  .meta({ id: 'OrderStep' })

export const OrderProblem = z
  .object({
    reason: z.enum(PROBLEM_REASONS).describe('Kind of problem. `chargeback`: the buyer’s bank reversed the payment.'),
    body: z.string().describe('The buyer’s description of the problem.'),
    photos: z.array(z.string()).describe('URLs of the photos in the report.'),
    reported_at: timestamp('Time of the report, ISO 8601, UTC.'),
    answer: z.string().nullable().describe('The seller’s answer; null if there is none.'),
    answered_at: timestamp('Time of the seller’s answer, ISO 8601, UTC.').nullable(),
    offered: dollars('Partial refund that the seller offers').nullable(),
  })
  .meta({ id: 'OrderProblem' })

const tracking = {
  carrier: z.string().nullable().describe('Carrier.'),
  number: z.string().nullable().describe('Tracking number.'),
  url: link('URL of the carrier’s tracking page.').nullable(),
}

export const ReturnPayer = namedEnum('ReturnPayer', RETURN_PAYERS)

/** Schema for the return of an order (spec: completions 13.6). */
export const OrderReturn = z
  .object({
    status: namedEnum(
      'ReturnStatus',
      RETURN_STATUSES.filter((status): status is ReturnStatus => status !== 'none') as [ReturnStatus, ...ReturnStatus[]],
    ).describe('Status of the return. `declined`, `expired` and `contested`: the operator decides.'),
    payer: ReturnPayer.describe('Party that pays for the return shipping.'),
    agree_by: timestamp('Deadline for the buyer’s answer, ISO 8601, UTC. Without an answer, the operator decides.'),
    send_by: timestamp('Deadline to send the item, ISO 8601, UTC. After it, the operator decides.').nullable(),
    check_by: timestamp('Deadline for the seller’s check, ISO 8601, UTC. After it, the order is refunded.').nullable(),
    tracking: z.object(tracking).describe('Tracking of the return parcel.'),
    label: z.null().describe('Shipping label for the return parcel; always null.'),
    contest: z
      .object({
        body: z.string().describe('The seller’s description of the returned item.'),
        photos: z.array(z.string()).describe('URLs of the seller’s photos.'),
        contested_at: timestamp('Time when the seller contested the return, ISO 8601, UTC.'),
      })
      .meta({ id: 'ReturnContest' })
      .nullable()
      .describe('The seller’s objection to the returned item; null without one.'),
  })
  .meta({ id: 'OrderReturn' })

/** Schema of an order (spec: completions 7, Record). Only the buyer's view contains `pickup_code`. */
export const Order = z
  .object({
    object: kind('order'),
    id: id('order'),
    status: orderMoney.status,
    payment: orderMoney.payment,
    payout: orderMoney.payout,
    listing: ListingRef.extend({ url: link('Public URL of the listing.'), photo: link('URL of the cover photo.').nullable() })
      .meta({ id: 'OrderedListing' })
      .describe('Ordered listing.'),
    shop: ShopRef.describe('Shop of the listing.'),
    buyer: PersonRef.describe('Buyer of the item.'),
    offer: id('offer that the order resulted from').nullable(),
    hold: id('hold that the order used').nullable(),
    purchase: id('purchase that includes the order').nullable(),
    item: orderMoney.item,
    shipping: orderMoney.shipping,
    fee: dollars('Service fee that is deducted from the payout'),
    deposit: dollars('Deposit of a hold; it counts toward the price'),
    total: orderMoney.total,
    refunded: orderMoney.refunded,
    pickup: orderMoney.pickup,
    pickup_place: z.string().nullable().describe('Place of pickup: the location of the shop.'),
    pickup_code: z
      .string()
      .nullable()
      .optional()
      .describe('Pickup code that the buyer shows to the seller. Only the buyer of a pickup gets it.'),
    address: orderAddress,
    tracking: z.object(tracking).describe('Tracking of the parcel.'),
    pay_by: timestamp('Payment deadline, ISO 8601, UTC.'),
    ship_by: timestamp('Shipping deadline, ISO 8601, UTC. After it, the order is cancelled and refunded.').nullable(),
    cancel_by: timestamp(
      'Deadline for the seller’s answer to a request to cancel, ISO 8601, UTC. Without an answer, the order is cancelled.',
    ).nullable(),
    protect_until: timestamp('Time until which the buyer can report a problem, ISO 8601, UTC.').nullable(),
    problem: OrderProblem.nullable().describe('Reported problem; null if there is none.'),
    return: OrderReturn.nullable().describe('Return of the item; null if there is none.'),
    timeline: z.array(OrderStep).describe('Steps of the order, oldest first.'),
    ...openPayment,
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'Order' })
