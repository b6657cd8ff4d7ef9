import { z } from 'zod'
import { MAX_PARCEL_IN, MAX_PARCEL_OZ } from '#core/parcel.ts'
import { listUpTo, line, rawBody, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const OrderParams = idParams('order')

export const MAX_LABELS = 50

const size = (most: number, description: string) => z.number().min(0.1).max(most).optional().describe(description)

/** Query of `GET /orders/{id}/rates`. Describes the packed parcel if it differs from the parcel in the listing. */
export const ListRates = z.object({
  weight_oz: size(MAX_PARCEL_OZ, 'Weight of the packed parcel in ounces. Weight and sides default to the listing’s `parcel`.'),
  length_in: size(MAX_PARCEL_IN, 'Length in inches.'),
  width_in: size(MAX_PARCEL_IN, 'Width in inches.'),
  height_in: size(MAX_PARCEL_IN, 'Height in inches.'),
})
export type ListRates = z.output<typeof ListRates>

export const BuyLabel = z.object({ rate: line(1, 64).describe('Id of a rate of this order. Rates are valid for 24 hours.') })
export type BuyLabel = z.output<typeof BuyLabel>

export const BuyLabels = z.object({
  orders: listUpTo(MAX_LABELS, line(1, 64))
    .min(1, 'must have at least one order')
    .refine((ids) => new Set(ids).size === ids.length, 'must not repeat an order')
    .describe(`Ids of up to ${MAX_LABELS} paid orders.`),
})
export type BuyLabels = z.output<typeof BuyLabels>

const offer = {
  carrier: z.string().describe('Carrier.'),
  service: z.string().describe('Service of the carrier.'),
  amount: dollars('Cost of the label'),
  days: z.int().nullable().describe('Expected days in transit; null if the carrier does not say.'),
}

/** A shipping rate of a carrier (spec: completions 13.11, Labels). */
export const Rate = z.object({ object: kind('rate'), id: id('rate'), ...offer }).meta({ id: 'Rate' })

export const LABEL_STATUSES = ['buying', 'bought', 'voided', 'failed'] as const

export const Label = z
  .object({
    object: kind('label'),
    id: id('label'),
    order: id('order'),
    status: z
      .enum(LABEL_STATUSES)
      .describe(
        'Status of the label. `buying`: the carrier has not confirmed the purchase yet; repeat the request. `failed`: nothing was bought.',
      ),
    ...offer,
    tracking: z
      .object({
        carrier: z.string().nullable().describe('Carrier.'),
        number: z.string().nullable().describe('Tracking number.'),
        url: link('URL of the carrier’s tracking page.').nullable(),
      })
      .describe('Tracking of the parcel.'),
    print_url: link('URL of the page that prints the label.'),
    image_url: link('URL of the carrier’s picture of the label.').nullable(),
    qr_url: link('URL of the code for a drop-off without a printer.').nullable(),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    voided_at: timestamp('Time when the label was voided, ISO 8601, UTC.').nullable(),
  })
  .meta({ id: 'Label' })

export const LabelResult = z
  .object({
    object: kind('label_result'),
    order: z.string().describe('Id of the order.'),
    ok: z.boolean().describe('Whether the order has a label now.'),
    label: Label.nullable().describe('Label of the order; null after an error.'),
    error: z
      .object({
        type: z.string().describe('Type of the error.'),
        message: z.string().describe('Explanation of the error and how to fix it.'),
        param: z.string().nullable().describe('Name of the missing or invalid field.'),
      })
      .nullable()
      .describe('Reason why the order has no label; null if it has one.'),
  })
  .meta({ id: 'LabelResult' })

export const LabelResults = z
  .object({
    object: z.literal('list').describe('Type of record.'),
    data: z.array(LabelResult).describe('One result for each order, in the order of the request.'),
    total: z.int().meta({ description: 'Number of results.', minimum: 0 }),
    has_more: z.boolean().describe('Always false.'),
  })
  .meta({ id: 'LabelResults' })

export const EasyPostWebhook = rawBody('x-hmac-signature')

export const CarrierEventTaken = z
  .object({
    object: kind('carrier_event'),
    id: z.string().describe('The provider’s id of the event.'),
    used: z.boolean().describe('Whether the event is new. False if the service had already received it.'),
  })
  .meta({ id: 'CarrierEvent' })
