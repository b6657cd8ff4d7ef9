import { z } from 'zod'
import { COUNTRY_EXPECTED, countryCode } from '#core/countries.ts'
import {
  ORDER_PARTIES,
  ORDER_PAYMENTS,
  ORDER_PAYOUTS,
  ORDER_STATUSES,
  PROBLEM_REASONS,
  REPORT_REASONS,
} from '#commerce/orders/rules/order.ts'
import { bool, line, money, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link, ListingRef, openPayment, PersonRef, ShopRef, namedEnum } from '#platform/http/record-fields.ts'

export const OrderParams = idParams('order')

export const ListOrders = z.object({
  role: oneOf(['buyer', 'seller']).optional().describe('Your side. Both where it is left out.'),
  status: oneOf(ORDER_STATUSES).optional().describe('Only those in this state.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListOrders = z.output<typeof ListOrders>

const PLACE = {
  name: 'Who it is for.',
  line1: 'Street and number.',
  line2: 'More of it, where there is more.',
  city: 'City.',
  state: 'State or region.',
  postal_code: 'Postal code.',
  country: 'ISO 3166-1 alpha-2 code of the country. An English name is accepted and stored as its code.',
}

const country = () =>
  line(2, 60)
    .transform((given, issues) => {
      const code = countryCode(given)
      if (code !== null) return code
      issues.addIssue({ code: 'custom', message: COUNTRY_EXPECTED })
      return z.NEVER
    })
    .meta({ minLength: 2, maxLength: 60 })

/** completions 11, Address. */
export const Address = z
  .object({
    name: line(1, 100).describe(PLACE.name),
    line1: line(1, 120).describe(PLACE.line1),
    line2: line(0, 120).optional().describe(PLACE.line2),
    city: line(1, 80).describe(PLACE.city),
    state: line(0, 80).optional().describe(PLACE.state),
    postal_code: line(1, 20).describe(PLACE.postal_code),
    country: country().describe(PLACE.country),
  })
  .meta({ id: 'Address' })

export type Address = z.output<typeof Address>

const address = () => Address.optional().describe('Where it is sent. Seen by its buyer and seller alone.')

/** `hold`: true, or the id of the caller's hold. */
export const CreateOrder = z.object({
  listing: id('listing'),
  expected_total: money({ max: 20_000_000 }).optional().describe('What you think it comes to, in US dollars. Anything else now: 409.'),
  address: address(),
  hold: z
    .union([z.boolean(), z.string()], { error: 'must be true or the id of your hold' })
    .optional()
    .describe('Id of a hold of yours to use, or `true` for the one on this listing; its deposit counts toward the price.')
    // JSON true is accepted too, but code generators support one type only
    .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: 'string', anyOf: undefined }) }),
})
export type CreateOrder = z.output<typeof CreateOrder>

export const PayOrder = z.object({
  method: text(1, 200).describe('How to pay. With test payments: `test_ok`, `test_declined`, `test_slow`.'),
  address: address(),
})
export type PayOrder = z.output<typeof PayOrder>

export const ShipOrder = z.object({
  carrier: line(0, 60).nullable().optional().describe('Who carries it. `other` for a number that matches no known carrier.'),
  number: line(0, 120).nullable().optional().describe('Tracking number, in the pattern of a known carrier.'),
})
export type ShipOrder = z.output<typeof ShipOrder>

export const DeliverOrder = z.object({
  code: line(1, 20).optional().describe('As the seller of a pickup: the six digits that the buyer shows you.'),
})
export type DeliverOrder = z.output<typeof DeliverOrder>

export const MAX_PROBLEM_PHOTOS = 6

/** `number` starts at 1. */
export const ProblemPhotoParams = z.object({ id: id('order'), number: z.string().describe('Number of the picture, from 1.') })

/** Next to the files of a multipart body. */
export const ReportProblem = z.object({
  reason: oneOf(REPORT_REASONS).describe('What is wrong.'),
  body: text(1, 2000).describe('What happened, in your words. The seller reads it.'),
  photo_urls: z
    .array(z.string())
    .max(MAX_PROBLEM_PHOTOS, `must have at most ${MAX_PROBLEM_PHOTOS} addresses`)
    .optional()
    .describe('Public addresses of pictures; each is downloaded and a copy kept.'),
})
export type ReportProblem = z.output<typeof ReportProblem>

/** The seller answers a cancellation or problem, the buyer a partial refund. */
export const AnswerOrder = z.object({
  agree: bool().optional().describe('Yes or no to what the other side asks.'),
  body: text(1, 2000).optional().describe('As the seller: your answer to a reported problem.'),
})
export type AnswerOrder = z.output<typeof AnswerOrder>

/** Without `amount`, everything that is left. */
export const RefundOrder = z.object({
  amount: money({ min: 1, max: 20_000_000 })
    .optional()
    .describe('Offers the buyer this part, in US dollars; left out, everything goes back.'),
})
export type RefundOrder = z.output<typeof RefundOrder>

const OrderStatus = namedEnum('OrderStatus', ORDER_STATUSES)

export const orderMoney = {
  status: OrderStatus.describe('State of the order.'),
  payment: namedEnum('OrderPayment', ORDER_PAYMENTS).describe('Where the buyer’s money is.'),
  payout: namedEnum('OrderPayout', ORDER_PAYOUTS).describe('Where the seller’s money is.'),
  item: dollars('Price of the item'),
  shipping: dollars('Shipping; null where both sides agree on it by message').nullable(),
  total: dollars('What the buyer pays in all'),
  refunded: dollars('What went back to the buyer'),
  pickup: z.boolean().describe('Whether the buyer fetches it.'),
}

export const OrderStep = z
  .object({
    at: timestamp('When it happened.'),
    status: OrderStatus.describe('State of the order from then on.'),
    by: z.enum(ORDER_PARTIES).describe('Who did it.'),
  })
  .meta({ id: 'OrderStep' })

export const OrderProblem = z
  .object({
    reason: z.enum(PROBLEM_REASONS).describe('What is wrong. `chargeback`: the buyer’s bank took the payment back.'),
    body: z.string().describe('What happened, in the buyer’s words.'),
    photos: z.array(z.string()).describe('Addresses of the pictures that came with it.'),
    reported_at: timestamp('When it was reported.'),
    answer: z.string().nullable().describe('What the seller answered.'),
    answered_at: timestamp('When the seller answered.').nullable(),
    offered: dollars('The part of the money that the seller offers').nullable(),
  })
  .meta({ id: 'OrderProblem' })

/** completions 7, Record. `pickup_code` is in the buyer's view only. */
export const Order = z
  .object({
    object: kind('order'),
    id: id('order'),
    status: orderMoney.status,
    payment: orderMoney.payment,
    payout: orderMoney.payout,
    listing: ListingRef.extend({ url: link('Public address of the listing.'), photo: link('Address of its cover.').nullable() })
      .meta({ id: 'OrderedListing' })
      .describe('What was bought.'),
    shop: ShopRef.describe('Where it was bought.'),
    buyer: PersonRef.describe('Who bought it.'),
    offer: id('offer that it came of').nullable(),
    hold: id('hold that was used').nullable(),
    item: orderMoney.item,
    shipping: orderMoney.shipping,
    fee: dollars('Fee of the service, taken from the payout'),
    deposit: dollars('Deposit of a hold, which counts toward the price'),
    total: orderMoney.total,
    refunded: orderMoney.refunded,
    pickup: orderMoney.pickup,
    pickup_place: z.string().nullable().describe('Where a pickup is fetched: the location of the shop.'),
    pickup_code: z.string().nullable().optional().describe('For the buyer of a pickup alone, to show at the door.'),
    address: z
      .object({
        name: z.string().describe(PLACE.name),
        line1: z.string().describe(PLACE.line1),
        line2: z.string().nullable().describe(PLACE.line2),
        city: z.string().describe(PLACE.city),
        state: z.string().nullable().describe(PLACE.state),
        postal_code: z.string().describe(PLACE.postal_code),
        country: z.string().describe(PLACE.country),
      })
      .meta({ id: 'OrderAddress' })
      .nullable()
      .describe('Where it is sent. Seen by its buyer and seller alone.'),
    tracking: z
      .object({
        carrier: z.string().nullable().describe('Who carries it.'),
        number: z.string().nullable().describe('Tracking number.'),
        url: link('Address where the parcel can be followed.').nullable(),
      })
      .describe('How the parcel travels.'),
    pay_by: timestamp('Until when it can be paid.'),
    ship_by: timestamp('Ship it by then, or it is cancelled and paid back.').nullable(),
    cancel_by: timestamp('By then the seller has to answer a request to cancel; silence is a yes.').nullable(),
    protect_until: timestamp('Until when the buyer can report a problem.').nullable(),
    problem: OrderProblem.nullable().describe('What the buyer reported; null where nothing was.'),
    timeline: z.array(OrderStep).describe('What happened, in order.'),
    ...openPayment,
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it last changed.'),
  })
  .meta({ id: 'Order' })
