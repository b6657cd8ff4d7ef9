import { endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { presentInbox } from './present.ts'
import { Inbox } from './schema.ts'
import { readInbox } from './index.ts'

const endpoint = endpointsOf('Inbox')

export const inboxEndpoints = [
  endpoint({
    id: 'getInbox',
    method: 'GET',
    path: '/inbox',
    access: reads,
    summary: 'List your open tasks across all your shops',
    answers: { 200: Inbox },
    handle: async (ctx, actor) => ok(presentInbox(await readInbox(ctx, actor))),
  }),
]
