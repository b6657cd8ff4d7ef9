import type { EventRow } from './queries.ts'

/** interface, event: the same bytes that a webhook gets. */
export const presentEvent = (row: EventRow) => ({
  id: row.id,
  object: 'event' as const,
  type: row.type,
  created_at: row.created_at.toISOString(),
  data: JSON.parse(row.data) as { object: unknown },
})
