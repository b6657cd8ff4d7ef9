import { z } from 'zod'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { REPORT_OUTCOMES } from '#admin/moderation/rules.ts'
import { reportFields } from '#catalog/reports/index.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, count, dollars, id, idParams, link, OperatorShopRef } from '#platform/http/record-fields.ts'

export const ReportParams = idParams('report')

export const ListReports = z.object({
  status: oneOf(['open', 'closed']).default('open').describe('Open ones, or closed ones.'),
  ...paging(),
})
export type ListReports = z.output<typeof ListReports>

export const DismissReport = z.object({ reason: text(1, 1000).describe('Why the listing may stay. It stays in the log.') })

export const OperatorReport = z
  .object({
    ...reportFields,
    outcome: z.enum(REPORT_OUTCOMES).nullable().describe('`upheld`: the listing was hidden. `dismissed`: it may stay.'),
    reporter: AccountRef.describe('Who reported it.'),
    listing: z
      .object({
        id: id('listing'),
        title: z.string().nullable().describe('Title of the listing.'),
        status: z.enum(LISTING_STATUSES).describe('State of the listing.'),
        hidden: z.boolean().describe('Whether an operator hid it.'),
        price: dollars('Asking price').nullable(),
        photo: link('Address of its cover.').nullable(),
        url: link('Public address of the listing.').nullable(),
      })
      .describe('What was reported.'),
    shop: OperatorShopRef.describe('The shop that it is in.'),
    owner: AccountRef.describe('Whose shop that is.'),
    open_about_it: count('How many open reports there are about this listing.'),
    closed_at: timestamp('When it was closed.').nullable(),
  })
  .meta({ id: 'OperatorReport' })
