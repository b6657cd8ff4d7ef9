import type { EventType } from '#domain/scopes.ts'
import { publicEvent } from '#lib/events.ts'
import type { EventRow } from './queries.ts'

/** interface, event: the same bytes that a webhook gets. */
export const presentEvent = (row: EventRow) =>
  publicEvent({
    id: row.id,
    type: row.type as EventType,
    createdAt: row.created_at,
    ...(JSON.parse(row.data) as { object: Record<string, unknown> }),
  })
