import { z } from 'zod'
import { oneOf, text, timestamp } from '#platform/http/fields.ts'
import { id, idParams, kind } from '#platform/http/record-fields.ts'

export const REASONS = ['counterfeit', 'prohibited', 'misleading', 'offensive', 'other'] as const
export const REASON = 'What is wrong with the listing.'

/** Fields of a report for its author and the operator. */
export const reportFields = {
  object: kind('report'),
  id: id('report'),
  reason: z.enum(REASONS).describe(REASON),
  body: z.string().nullable().describe('What its writer had to say.'),
  status: z.enum(['open', 'closed']).describe('Whether somebody still has to look at it.'),
  created_at: timestamp('When it was sent.'),
}

export const ReportParams = idParams('listing')

/** Body of `POST /market/listings/{id}/report` (completions 5, Extensions). */
export const ReportListing = z.object({
  reason: oneOf(REASONS).describe(REASON),
  body: text(0, 1000).optional().describe('What you have to say about it.'),
})
export type ReportListing = z.infer<typeof ReportListing>

export const Report = z.object({ ...reportFields, listing: id('listing') }).meta({ id: 'Report' })
