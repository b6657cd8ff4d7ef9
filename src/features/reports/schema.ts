import { z } from 'zod'
import { oneOf, text, timestamp } from '#lib/http/fields.ts'

export const REASONS = ['counterfeit', 'prohibited', 'misleading', 'offensive', 'other'] as const

export const ReportParams = z.object({ id: z.string() })

/** Body of `POST /market/listings/{id}/report` (completions 5, Extensions). */
export const ReportListing = z.object({ reason: oneOf(REASONS), body: text(0, 1000).optional() })
export type ReportListing = z.infer<typeof ReportListing>

export const Report = z
  .object({
    object: z.literal('report'),
    id: z.string(),
    listing: z.string(),
    reason: z.enum(REASONS),
    body: z.string().nullable(),
    status: z.enum(['open', 'closed']),
    created_at: timestamp(),
  })
  .meta({ id: 'Report' })
