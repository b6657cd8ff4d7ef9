import type { Core } from '#platform/context/index.ts'
import { presentAddress } from '#core/address.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import { statusAt, type OrderStatus } from '#commerce/orders/rules/order.ts'
import { returnStatusAt } from '#commerce/orders/rules/return.ts'
import { shippingDollarsOf } from '#core/shipping.ts'
import type { Party } from '#core/party.ts'
import { trackingUrl } from '#commerce/orders/rules/tracking.ts'
import type { OrderRow, OrderStep, Problem, ReturnDetails } from './queries.ts'

/**
 * Builds the API view of an order for the party `viewer` (spec: completions 7, Record). Only the buyer's view has the pickup code, which
 * the buyer shows to the seller.
 */
export const presentOrder = (ctx: Core, row: OrderRow, steps: readonly OrderStep[], viewer: Party) => ({
  object: 'order' as const,
  id: row.id,
  status: statusAt(row, ctx.now()),
  payment: row.payment,
  payout: row.payout,
  listing: {
    id: row.listing_id,
    title: row.listing_title,
    url: ctx.urls.listing(row.shop_slug_now, row.listing_link, row.tenant),
    photo: row.photo && ctx.urls.media(row.photo.key),
  },
  shop: { slug: row.shop_slug_now, name: row.shop_name },
  buyer: { name: row.buyer_name },
  offer: row.offer_id,
  hold: row.hold_id,
  purchase: row.purchase_id,
  item: dollarsFromCents(row.item_cents),
  shipping: shippingDollarsOf(row),
  fee: dollarsFromCents(row.fee_cents),
  deposit: dollarsFromCents(row.deposit_cents),
  total: dollarsFromCents(row.item_cents + row.shipping_cents),
  refunded: dollarsFromCents(row.refunded_cents),
  pickup: row.pickup,
  pickup_place: row.pickup ? row.shop_location : null,
  ...(viewer === 'buyer' ? { pickup_code: row.pickup_code } : {}),
  address: presentAddress(row.address),
  tracking: { carrier: row.carrier, number: row.tracking_number, url: trackingUrl(row.carrier, row.tracking_number) },
  pay_by: row.pay_by.toISOString(),
  ship_by: iso(row.ship_by),
  cancel_by: iso(row.cancel_by),
  protect_until: iso(row.protect_until),
  problem: row.problem && presentProblem(ctx, row.id, row.problem),
  return: presentReturn(ctx, row),
  timeline: steps.map(({ at, status, by }) => ({ at: at.toISOString(), status: status as OrderStatus, by })),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Builds the API view of a problem: the buyer's report, the seller's answer and the offered refund. */
export const presentProblem = (ctx: Core, orderId: string, problem: Problem) => ({
  reason: problem.reason,
  body: problem.body,
  photos: problem.photos.map((_, index) => ctx.urls.problemPhoto(orderId, index + 1)),
  reported_at: problem.reported_at,
  answer: problem.answer,
  answered_at: problem.answered_at,
  offered: dollarsOrNull(problem.offered_cents),
})

type Returned = Pick<OrderRow, 'id' | 'return_status' | 'return_by'> & { problem: Problem | null; return_details: ReturnDetails | null }

/** Builds the API view of a return, or null. The numbers of its photos continue those of the problem report. */
export function presentReturn(ctx: Core, { id, problem, return_details: details, ...state }: Returned) {
  const status = returnStatusAt(state, ctx.now())
  if (status === null || details === null) return null
  const { payer, agree_by, send_by, check_by, carrier, tracking_number: number, contest } = details
  const first = (problem?.photos.length ?? 0) + 1
  return {
    status,
    payer,
    agree_by,
    send_by,
    check_by,
    tracking: { carrier, number, url: trackingUrl(carrier, number) },
    label: null,
    contest: contest && {
      body: contest.body,
      photos: contest.photos.map((_, index) => ctx.urls.problemPhoto(id, first + index)),
      contested_at: contest.at,
    },
  }
}
