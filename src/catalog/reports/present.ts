import type { ReportRow } from './queries.ts'
import type { REASONS } from './schema.ts'

/** Builds the API view of a report about a listing. */
export const presentReport = (row: ReportRow) => ({
  object: 'report' as const,
  id: row.id,
  listing: row.listing_id!,
  reason: row.reason as (typeof REASONS)[number],
  body: row.body,
  status: row.status,
  created_at: row.created_at.toISOString(),
})
