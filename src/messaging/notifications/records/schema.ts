import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#admin/disputes/rules.ts'
import { MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { ORDER_PARTIES, ORDER_PAYMENTS, ORDER_STATUSES } from '#commerce/orders/rules/order.ts'
import { RETURN_PAYERS, RETURN_STATUSES } from '#commerce/orders/rules/return.ts'
import { DISPUTE_DECISIONS, MEASURE_KINDS, REPORT_OUTCOMES } from '#admin/moderation/rules.ts'

/**
 * Fields of event records that emails use. Parsing drops all other fields, so records can get new fields, and private fields never appear
 * in an email.
 */

const cents = z
  .number()
  .min(0)
  .transform((dollars) => Math.round(dollars * 100))
const listing = z.object({ id: z.string(), title: z.string() })
const shop = z.object({ slug: z.string(), name: z.string() })
const buyer = z.object({ name: z.string() })
const date = z.iso.datetime().transform((text) => new Date(text))

/** Offer in an event (spec: completions 6). */
export const OfferNotice = z.object({
  id: z.string().nullish(),
  status: z.string(),
  amount: cents,
  note: z.string().nullish(),
  counter: z.object({ amount: cents, note: z.string().nullish(), expires_at: date.nullish() }).nullish(),
  order: z.string().nullish(),
  closed_reason: z.string().nullish(),
  listing: listing.extend({ price: cents }),
  shop,
  buyer,
  expires_at: date.nullish(),
})
export type OfferNotice = z.infer<typeof OfferNotice>

/** Invitation in an event (spec: completions 13.5). */
export const InvitationNotice = z.object({
  id: z.string(),
  amount: cents,
  note: z.string().nullish(),
  listing: listing.extend({ price: cents.nullable() }),
  shop,
  until: date,
})
export type InvitationNotice = z.infer<typeof InvitationNotice>

/** Order in an event (spec: completions 7). */
export const OrderNotice = z.object({
  id: z.string(),
  listing,
  shop,
  buyer,
  total: cents,
  shipping: z.number().min(0).nullish(),
  pickup: z.boolean().nullish(),
  pickup_place: z.string().nullish(),
  fee: cents.nullish(),
  refunded: cents.nullish(),
  ship_by: date.nullish(),
  cancel_by: date.nullish(),
  protect_until: date.nullish(),
  status: z.enum(ORDER_STATUSES).nullish(),
  payment: z.enum(ORDER_PAYMENTS).nullish(),
  deposit: cents.nullish(),
  purchase: z.string().nullish(),
  timeline: z.array(z.object({ by: z.enum(ORDER_PARTIES) })).nullish(),
  tracking: z.object({ carrier: z.string().nullish(), number: z.string().nullish() }).nullish().catch(null),
  problem: z
    .object({ reason: z.string().nullish(), body: z.string().nullish(), answer: z.string().nullish(), offered: z.number().nullish() })
    .nullish()
    .catch(null),
  return: z
    .object({
      status: z.enum(RETURN_STATUSES).exclude(['none']),
      payer: z.enum(RETURN_PAYERS),
      agree_by: date.nullish(),
      send_by: date.nullish(),
      check_by: date.nullish(),
      tracking: z.object({ carrier: z.string().nullish(), number: z.string().nullish() }).nullish(),
      contest: z.object({ body: z.string() }).nullish(),
    })
    .nullish()
    .catch(null),
})
export type OrderNotice = z.infer<typeof OrderNotice>

/** Message in an event (spec: completions 8). */
export const MessageNotice = z.object({
  id: z.string(),
  thread: z.string(),
  text: z.string(),
  photos: z.array(z.unknown()).default([]),
  listing: listing.nullish(),
  shop,
  buyer,
})
export type MessageNotice = z.infer<typeof MessageNotice>

/** Review in an event (spec: interface, review). */
export const ReviewNotice = z.object({
  rating: z.int().min(1).max(5),
  body: z.string().nullish(),
  from: z.string().nullish(),
  reply: z.object({ body: z.string() }).nullish(),
  listing: listing.extend({ url: z.string() }),
  shop,
})
export type ReviewNotice = z.infer<typeof ReviewNotice>

/** Approval in an event (spec: completions 3, `ask_first`). */
export const ApprovalNotice = z.object({ id: z.string(), summary: z.string(), amount: cents.nullish(), expires_at: date })
export type ApprovalNotice = z.infer<typeof ApprovalNotice>

export const WebhookNotice = z.object({ url: z.string() })
export type WebhookNotice = z.infer<typeof WebhookNotice>

/** Moderation action in an event of `admin/moderation`. */
export const MeasureNotice = z.object({
  kind: z.enum(MEASURE_KINDS),
  subject: z.object({ name: z.string() }),
  reason: z.string(),
  lifted_reason: z.string().nullish(),
})
export type MeasureNotice = z.infer<typeof MeasureNotice>

export const AppealNotice = z.object({ about: z.string(), answer: z.string() })
export type AppealNotice = z.infer<typeof AppealNotice>

export const DecisionNotice = z.object({
  id: z.string(),
  about: z.string(),
  decision: z.enum(DISPUTE_DECISIONS),
  back: cents,
  reason: z.string(),
  side: z.enum(['buyer', 'seller']),
})
export type DecisionNotice = z.infer<typeof DecisionNotice>

/** Payment exception in an event of `commerce/payment-exceptions`. */
export const MoneyNotice = z.object({
  id: z.string(),
  kind: z.enum(MONEY_CASE_KINDS),
  what: z.enum(['opened', 'closed']),
  stage: z.enum(CHARGEBACK_STAGES).nullable(),
  about: z.string().nullable(),
  amount: cents,
  order: z.string().nullable(),
  due_by: date.nullable(),
  side: z.enum(['operator', 'seller', 'buyer']),
})
export type MoneyNotice = z.infer<typeof MoneyNotice>

export const ReportNotice = z.object({ about: z.string(), outcome: z.enum(REPORT_OUTCOMES) })
export type ReportNotice = z.infer<typeof ReportNotice>
