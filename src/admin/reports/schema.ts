import { z } from 'zod'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { REPORT_OUTCOMES } from '#admin/moderation/rules.ts'
import { MESSAGE_FROM } from '#messaging/threads/index.ts'
import { PERSON_REASONS, REASONS, reportFields } from '#catalog/reports/index.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, count, dollars, id, idParams, link, OperatorShopRef } from '#platform/http/record-fields.ts'

export const ReportParams = idParams('report')

export const ListReports = z.object({
  status: oneOf(['open', 'closed']).default('open').describe('Open or closed reports.'),
  ...paging(),
})
export type ListReports = z.output<typeof ListReports>

export const DismissReport = z.object({ reason: text(1, 1000).describe('Reason for taking no action, stored in the audit log.') })

const operatorReport = {
  ...reportFields,
  reason: z.enum([...new Set([...REASONS, ...PERSON_REASONS])]).describe('Reason for the report.'),
  about: z.string().describe('Subject of the report.'),
  outcome: z.enum(REPORT_OUTCOMES).nullable().describe('`upheld`: the operator took action. `dismissed`: no action. Null while open.'),
  reporter: AccountRef.describe('Account that sent the report.'),
  listing: z
    .object({
      id: id('listing'),
      title: z.string().nullable().describe('Title of the listing.'),
      status: z.enum(LISTING_STATUSES).describe('Status of the listing.'),
      hidden: z.boolean().describe('True if an operator has hidden the listing.'),
      price: dollars('Asking price').nullable(),
      photo: link('URL of the cover picture.').nullable(),
      url: link('Public URL of the listing.').nullable(),
    })
    .nullable()
    .describe('Reported listing; null in a report about a person.'),
  thread: id('reported conversation').nullable(),
  order: id('reported order').nullable(),
  shop: OperatorShopRef.describe('Shop of the listing, the conversation or the order.'),
  owner: AccountRef.describe('Reported account.'),
  owner_has_shop: z.boolean().describe('True if the reported account owns the shop. False if the seller reported the buyer.'),
  open_about_it: count('Number of open reports about the same subject.'),
  closed_at: timestamp('Time when the report was closed; null while open.').nullable(),
}

export const OperatorReport = z.object(operatorReport).meta({ id: 'OperatorReport' })

const history = (whose: string) =>
  z
    .object({
      sent: count('Number of reports that the account sent.'),
      sent_upheld: count('Number of those reports on which the operator took action.'),
      received: count('Number of reports about the account and its listings.'),
      received_upheld: count('Number of those reports on which the operator took action.'),
      warnings: count('Number of active warnings.'),
      actions: count('Number of other moderation actions, including lifted ones.'),
    })
    .describe(`History of the ${whose} account.`)

export const OperatorReportDetail = z
  .object({
    ...operatorReport,
    messages: z
      .array(
        z.object({
          from: z.enum(MESSAGE_FROM).describe('Author of the message.'),
          text: z.string().describe('Text of the message; empty if the message has only photos.'),
          photos: z.array(link('URL of a photo. Opening it requires your session.')).describe('Photos of the message.'),
          created_at: timestamp('Time when the message was written.'),
        }),
      )
      .describe('Last 200 messages of the reported conversation, oldest first; empty for other reports.'),
    history: z
      .object({ reporter: history('reporting'), owner: history('reported') })
      .describe('Histories of the reporter and of the reported person.'),
  })
  .meta({ id: 'OperatorReportDetail' })
