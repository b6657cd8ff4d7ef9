import type { EventType } from '#core/scopes.ts'
import { publicEvent } from '#platform/events/index.ts'
import type { EventRow } from './queries.ts'
import type { Event } from './schema.ts'

/**
 * Returns an event as exactly the bytes that a webhook receives (spec: interface, event). The event contains the record in its state at the
 * time of the event.
 */
export const presentEvent = (row: EventRow, livemode: boolean) =>
  publicEvent({
    id: row.id,
    type: row.type as EventType,
    createdAt: row.created_at,
    livemode,
    ...(JSON.parse(row.data) as { object: Record<string, unknown> }),
  }) as Event
