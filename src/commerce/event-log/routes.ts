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
    summary: 'List the events of the last 30 days, newest first; with `after`, oldest first for polling',
    description:
      'To follow events without a webhook, poll with `after` set to the id of the last event that you received. You then get each event exactly once. For the first poll, use `start`, or an id from an earlier poll with `after`. Do not use the newest id of a list without `after`, because an earlier event may not be visible yet. For the same reason, events may appear here a few seconds late.',
    query: ListEvents,
    sends: EVENT_KINDS,
    answers: { 200: listOf(Event) },
    handle: async (ctx, actor, { query }) => {
      const { rows, total } = await events.listEvents(ctx, actor, query)
      const data = rows.map((row) => presentEvent(row, isLive(actor.tenant)))
      return ok(list(data, total, query.after === undefined ? query.offset : 0))
    },
  }),
]
