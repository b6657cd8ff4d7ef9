import { z } from 'zod'
import { BULK_KINDS, BULK_STATUSES, MAX_BULK, ROUNDINGS } from './rules.ts'
import { LISTING_STATUSES, LISTING_VISIBILITIES } from '#catalog/listings/rules/listing.ts'
import { ListListings } from '#catalog/listings/schema.ts'
import { MAX_PRICE_CENTS } from '#core/money.ts'
import { bool, line, listUpTo, money, oneOf, timestamp } from '#platform/http/fields.ts'
import { count, id, idParams, kind } from '#platform/http/record-fields.ts'

export const BulkParams = idParams('bulk change')

const ONE_AMOUNT = 'must have exactly one of percent, add and set'
const ONE_CHANGE = `must have exactly one of ${BULK_KINDS.join(', ')}`
const countSet = (values: readonly unknown[]): number => values.filter((value) => value !== undefined).length

const percent = () => {
  const message = 'must be a percentage from -100 to 1000 with at most two decimals'
  return z
    .number({ error: message })
    .min(-100, message)
    .max(1000, message)
    .refine((value) => Math.round(value * 100) / 100 === value, { error: message })
}

const rounding = () =>
  z
    .union([z.enum(ROUNDINGS), z.literal(1), z.literal(5)], { error: 'must be "none", 1, 5 or ".99"' })
    .transform((value) => String(value) as (typeof ROUNDINGS)[number])

const adjustment = () =>
  z
    .strictObject({
      percent: percent().optional().describe('Change in percent: -10 lowers the amount by 10 %.'),
      add: money({ min: -MAX_PRICE_CENTS }).optional().describe('US dollars to add; negative to subtract.'),
      set: money().nullable().optional().describe('New amount in US dollars; null clears it.'),
      round: rounding()
        .optional()
        .describe('Rounds to the nearest result, half up: whole cents, 1 dollar, 5 dollars, or an amount that ends in .99.'),
    })
    .refine(({ percent: by, add, set }) => countSet([by, add, set]) === 1, { error: ONE_AMOUNT })

const always = () => z.literal(true, { error: 'must be true' })

export const BulkChange = z
  .strictObject({
    price: adjustment().optional().describe('Changes the price. A lowest price above the new price is lowered to it.'),
    lowest_price: adjustment().optional().describe('Changes the private price floor.'),
    publish: always().optional().describe('Publishes drafts.'),
    unpublish: always().optional().describe('Turns live listings into drafts.'),
    visibility: oneOf(LISTING_VISIBILITIES).optional().describe('Sets the visibility.'),
    take_offers: bool().optional().describe('Switches offers on or off.'),
    shipping: money().nullable().optional().describe('Sets the shipping cost in US dollars; null clears it.'),
    delete: always().optional().describe('Deletes listings that were never sold. It cannot be undone.'),
  })
  .refine((change) => countSet(Object.values(change)) === 1, { error: ONE_CHANGE })
  .meta({ id: 'BulkChange' })

const { limit: _limit, offset: _offset, sort: _sort, ...filters } = ListListings.shape

/** Body of `POST /listings/bulk`. */
export const BulkListings = z
  .object({
    ids: listUpTo(MAX_BULK, line(1, 64)).min(1, 'must have at least 1 item').optional().describe('Ids of listings.'),
    where: z
      .strictObject({ ...filters, sort: ListListings.shape.sort.unwrap().optional().describe('Order in which the listings are changed.') })
      .optional()
      .describe('Query of `GET /listings` without paging: selects every listing that matches, at most 1,000.'),
    change: BulkChange.describe('The change. Send exactly one field.'),
    preview: bool().optional().describe('If true, only returns the effect of the change and a token.'),
    token: z
      .string()
      .max(100)
      .optional()
      .describe('Token of a preview. The call is refused if the listings have changed since the preview.'),
  })
  .refine(({ ids, where }) => countSet([ids, where]) === 1, { error: 'must be sent, or where, but not both', path: ['ids'] })
export type BulkListings = z.output<typeof BulkListings>

const Values = z
  .object({
    status: z.enum(LISTING_STATUSES).describe('Status.'),
    visibility: z.enum(LISTING_VISIBILITIES).describe('Visibility.'),
    price: z.number().nullable().describe('Price in US dollars.'),
    price_basis: z.string().nullable().describe('Source of the price.'),
    lowest_price: z.number().nullable().describe('Private price floor in US dollars.'),
    shipping: z.number().nullable().describe('Shipping cost in US dollars.'),
    take_offers: z.boolean().describe('Whether buyers can make offers.'),
  })
  .meta({ id: 'BulkValues' })

const Refusal = z
  .object({
    id: id('listing'),
    message: z.string().describe('Reason.'),
    param: z.string().nullable().describe('Field that causes the refusal, or null.'),
  })
  .meta({ id: 'BulkRefusal' })
const refusals = () => z.array(Refusal).describe('Listings that the change does not apply to.')

export const BulkPreview = z
  .object({
    object: kind('bulk_preview'),
    token: z.string().describe('Token for the run. It is valid for 10 minutes.'),
    token_expires_at: timestamp('Time at which the token expires, ISO 8601, UTC.'),
    rows: z
      .array(
        z
          .object({
            id: id('listing'),
            name: z.string().describe('Name of the listing.'),
            before: Values.describe('Values before the change.'),
            after: Values.nullable().describe('Values after the change; null if the change deletes the listing.'),
          })
          .meta({ id: 'BulkRow' }),
      )
      .describe('Listings that the change applies to.'),
    refused: refusals(),
  })
  .meta({ id: 'BulkPreview' })

export const Bulk = z
  .object({
    object: kind('bulk'),
    id: id('bulk change'),
    status: z.enum(BULK_STATUSES).describe('Status. During an undo, it is `queued` or `running` again.'),
    done: count('Number of changed listings; during and after an undo, number of restored listings.'),
    total: count('Number of selected listings; during and after an undo, the number of changed listings.'),
    refused: refusals(),
    undo_until: timestamp('Time until which the change can be undone, ISO 8601, UTC; null if it cannot.').nullable(),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
  })
  .meta({ id: 'Bulk' })
