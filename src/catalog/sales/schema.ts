import { z } from 'zod'
import { MAX_NAMED, SALE_PERCENT, SALE_STATUSES } from './rules.ts'
import { bool, integer, line, listUpTo, paging, time, timestamp } from '#platform/http/fields.ts'
import { count, dollars, id, kind, namedEnum, shopSlug } from '#platform/http/record-fields.ts'

/** Path of `/shops/{slug}/sales`. */
export const SaleShopParams = z.object({ slug: shopSlug() })
export const SaleParams = SaleShopParams.extend({ id: id('sale') })
export const ListSales = z.object(paging())
export type ListSales = z.output<typeof ListSales>

/** Body of `POST /shops/{slug}/sales`. */
export const CreateSale = z.object({
  percent: integer(SALE_PERCENT.min, SALE_PERCENT.max).describe('Reduction in percent, rounded to whole dollars for prices without cents.'),
  starts_at: time().optional().describe('Start time. Defaults to now.'),
  ends_at: time().describe('End time, at most 14 days after the start.'),
  listings: listUpTo(MAX_NAMED, line(1, 64))
    .min(1, 'must have at least 1 item')
    .optional()
    .describe('Ids of listings of the shop. Defaults to all listings that are live at the start.'),
  preview: bool().optional().describe('If true, only returns the prices before and during the sale.'),
})
export type CreateSale = z.output<typeof CreateSale>

const Skipped = z.object({ id: id('listing'), message: z.string().describe('Reason.') }).meta({ id: 'SkippedListing' })
const skipped = () => z.array(Skipped).describe('Listings that the sale does not reduce, at most 1,000.')

export const SalePreview = z
  .object({
    object: kind('sale_preview'),
    rows: z
      .array(
        z
          .object({
            id: id('listing'),
            name: z.string().describe('Name of the listing.'),
            before: dollars('Price before the sale'),
            after: dollars('Price during the sale'),
          })
          .meta({ id: 'SalePreviewRow' }),
      )
      .describe('Listings that the sale reduces, at most 1,000.'),
    skipped: skipped(),
  })
  .meta({ id: 'SalePreview' })

export const Sale = z
  .object({
    object: kind('sale'),
    id: id('sale'),
    shop: shopSlug(),
    status: namedEnum('SaleStatus', SALE_STATUSES).describe('Status. `ending` while the prices are being restored.'),
    percent: z.int().describe('Reduction in percent.'),
    listings: z.array(id('listing')).nullable().describe('Ids of the selected listings; null for all listings that are live at the start.'),
    starts_at: timestamp('Start time, ISO 8601, UTC.'),
    ends_at: timestamp('End time, ISO 8601, UTC.'),
    reduced: count('Number of listings that the sale reduced.'),
    restored: count('Number of listings whose earlier price was restored.'),
    unrestored: count('Number of listings whose price was not restored, because they were sold or you changed their price.'),
    skipped: skipped(),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
  })
  .meta({ id: 'Sale' })
