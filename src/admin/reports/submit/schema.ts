import { z } from 'zod'
import { oneOf, text } from '#platform/http/fields.ts'
import { REASON, REASONS, reportFields } from '#admin/reports/index.ts'
import { id, idParams } from '#platform/http/record-fields.ts'

export const ReportParams = idParams('listing')

/** Body of `POST /market/listings/{id}/report` (completions 5, Extensions). */
export const ReportListing = z.object({
  reason: oneOf(REASONS).describe(REASON),
  body: text(0, 1000).optional().describe('What you have to say about it.'),
})
export type ReportListing = z.infer<typeof ReportListing>

export const Report = z.object({ ...reportFields, listing: id('listing') }).meta({ id: 'Report' })
