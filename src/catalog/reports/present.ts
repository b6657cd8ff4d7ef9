import type { ReportRow } from './queries.ts'

export const presentReport = (row: ReportRow) => ({
  object: 'report' as const,
  id: row.id,
  listing: row.listing_id,
  reason: row.reason,
  body: row.body,
  status: row.status,
  created_at: row.created_at.toISOString(),
})
