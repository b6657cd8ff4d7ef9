import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { isLive } from '#core/tenant.ts'
import { list, listOf } from '#platform/http/fields.ts'
import { presentEvent } from './present.ts'
import { EVENT_KINDS, Event, ListEvents } from './schema.ts'
import * as events from './index.ts'

const endpoint = endpointsOf('Events')

export const eventEndpoints = [
  endpoint({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    access: { who: 'person', scope: 'read' },
    summary: 'Events of the last 30 days, newest first; with `after` forward, for who polls',
    description:
      'To follow what happens without a webhook, send the id of the last event you have as `after`: each event comes once, none is left out. Begin with `start` or with an id that such a walk gave: the newest of the list newest first may stand behind one that is still being written. For the same reason an event may be seconds late here.',
    query: ListEvents,
    sends: EVENT_KINDS,
    answers: { 200: listOf(Event) },
    handle: async (ctx, actor, { query }) => {
      const { rows, total } = await events.listEvents(ctx, actor, query)
      const data = rows.map((row) => presentEvent(row, isLive(actor.world)))
      return ok(list(data, total, query.after === undefined ? query.offset : 0))
    },
  }),
]
