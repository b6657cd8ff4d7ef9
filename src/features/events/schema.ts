import { z } from 'zod'
import { EVENT_TYPES } from '#domain/scopes.ts'
import { oneOf, paging, timestamp } from '#lib/http/fields.ts'

/** interface, event. */
export const Event = z
  .object({
    id: z.string(),
    object: z.literal('event'),
    type: z.enum(EVENT_TYPES),
    created_at: timestamp(),
    data: z.object({ object: z.unknown() }),
  })
  .meta({ id: 'Event' })

export const ListEvents = z.object({ type: oneOf(EVENT_TYPES).optional(), ...paging() })
