import { z } from 'zod'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { REPORT_OUTCOMES } from '#admin/moderation/rules.ts'
import { reportFields } from '#catalog/reports/index.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, count, dollars, id, idParams, link, OperatorShopRef } from '#platform/http/record-fields.ts'

export const ReportParams = idParams('report')

export const ListReports = z.object({
  status: oneOf(['open', 'closed']).default('open').describe('Open or closed reports.'),
  ...paging(),
})
export type ListReports = z.output<typeof ListReports>

export const DismissReport = z.object({ reason: text(1, 1000).describe('Reason why the listing may stay, stored in the audit log.') })

export const OperatorReport = z
  .object({
    ...reportFields,
    outcome: z
      .enum(REPORT_OUTCOMES)
      .nullable()
      .describe('`upheld`: the listing was hidden. `dismissed`: the listing stays visible. Null while open.'),
    reporter: AccountRef.describe('Account that reported the listing.'),
    listing: z
      .object({
        id: id('listing'),
        title: z.string().nullable().describe('Title of the listing.'),
        status: z.enum(LISTING_STATUSES).describe('Status of the listing.'),
        hidden: z.boolean().describe('True if an operator has hidden the listing.'),
        price: dollars('Asking price').nullable(),
        photo: link('Address of the cover picture.').nullable(),
        url: link('Public address of the listing.').nullable(),
      })
      .describe('Reported listing.'),
    shop: OperatorShopRef.describe('Shop of the listing.'),
    owner: AccountRef.describe('Owner of the shop.'),
    open_about_it: count('Number of open reports about this listing.'),
    closed_at: timestamp('Time when the report was closed; null while open.').nullable(),
  })
  .meta({ id: 'OperatorReport' })
