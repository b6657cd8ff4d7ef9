import { z } from 'zod'
import { REPORT_OUTCOMES } from '#domain/operator.ts'
import { REASONS } from '#features/reports/schema.ts'
import { oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const ReportParams = z.object({ id: z.string() })

export const ListReports = z.object({ status: oneOf(['open', 'closed']).default('open'), ...paging() })
export type ListReports = z.output<typeof ListReports>

export const DismissReport = z.object({ reason: text(1, 1000) })

/** A report as the operator reads it, with the listing beside it. */
export const OperatorReport = z
  .object({
    object: z.literal('report'),
    id: z.string(),
    reason: z.enum(REASONS),
    body: z.string().nullable(),
    status: z.enum(['open', 'closed']),
    outcome: z.enum(REPORT_OUTCOMES).nullable(),
    reporter: z.object({ id: z.string(), name: z.string() }),
    listing: z.object({
      id: z.string(),
      title: z.string().nullable(),
      status: z.enum(['draft', 'live', 'sold']),
      hidden: z.boolean(),
      price: z.number().nullable(),
      photo: z.string().nullable(),
      url: z.string().nullable(),
    }),
    shop: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
    owner: z.object({ id: z.string(), name: z.string() }),
    open_about_it: z.int(),
    created_at: timestamp(),
    closed_at: timestamp().nullable(),
  })
  .meta({ id: 'OperatorReport' })
