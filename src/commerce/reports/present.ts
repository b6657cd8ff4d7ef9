import type { PERSON_REASONS } from '#catalog/reports/schema.ts'
import type { ReportRow } from '#catalog/reports/index.ts'

/** `slug` is the current slug of the reported shop. It is null for a report about a conversation or an order. */
export const presentPersonReport = (row: ReportRow, slug: string | null) => ({
  object: 'report' as const,
  id: row.id,
  thread: row.thread_id,
  order: row.order_id,
  store: slug,
  reason: row.reason as (typeof PERSON_REASONS)[number],
  body: row.body,
  status: row.status,
  created_at: row.created_at.toISOString(),
})
