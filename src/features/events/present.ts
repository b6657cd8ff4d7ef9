import { publicEvent, type RecordedEvent } from '#lib/events.ts'
import type { EventRow } from './queries.ts'

/** interface, event: the same bytes that a webhook gets. */
export const presentEvent = (row: EventRow) =>
  publicEvent({
    id: row.id,
    type: row.type as RecordedEvent['type'],
    createdAt: row.created_at,
    ...(JSON.parse(row.data) as { object: unknown }),
  })
