import { endpoint, ok } from '#platform/http/endpoint.ts'
import { list, listOf } from '#platform/http/fields.ts'
import { presentEvent } from './present.ts'
import { EVENT_KINDS, Event, ListEvents } from './schema.ts'
import * as events from './index.ts'

export const eventEndpoints = [
  endpoint({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    tag: 'Events',
    access: { who: 'person', scope: 'read' },
    summary: 'Events of the last 30 days, newest first',
    query: ListEvents,
    sends: EVENT_KINDS,
    answers: { 200: listOf(Event) },
    handle: async (ctx, actor, { query }) => {
      const { rows, total } = await events.listEvents(ctx, actor, query)
      return ok(list(rows.map(presentEvent), total, query.offset))
    },
  }),
]
