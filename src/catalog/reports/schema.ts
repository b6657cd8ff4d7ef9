import { z } from 'zod'
import { oneOf, text, timestamp } from '#platform/http/fields.ts'
import { id, idParams, kind } from '#platform/http/record-fields.ts'

export const REASONS = ['counterfeit', 'prohibited', 'misleading', 'offensive', 'other'] as const
/** Reasons for reporting a person, from a conversation, an order or a shop (spec: completions 13.3). */
export const PERSON_REASONS = ['spam', 'threat', 'fake', 'off_site_payment', 'private_data', 'other'] as const
export const REASON = 'Reason for the report.'

/** Fields of a report that both the reporter and the operator see. */
export const reportFields = {
  object: kind('report'),
  id: id('report'),
  reason: z.enum(REASONS).describe(REASON),
  body: z.string().nullable().describe('Text of the report.'),
  status: z.enum(['open', 'closed']).describe('Status of the report: `open` while it waits for the operator.'),
  created_at: timestamp('Time of the report, ISO 8601, UTC.'),
}

export const ReportParams = idParams('listing')

/** Body of `POST /market/listings/{id}/report` (spec: completions 5, Extensions). */
export const ReportListing = z.object({
  reason: oneOf(REASONS).describe(REASON),
  body: text(0, 1000).optional().describe('Explanation of the problem.'),
})
export type ReportListing = z.infer<typeof ReportListing>

export const Report = z.object({ ...reportFields, listing: id('listing') }).meta({ id: 'Report' })
