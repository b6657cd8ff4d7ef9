import { endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentRequest } from './present.ts'
import { ListRequests, LoggedRequest } from './schema.ts'
import * as requests from './index.ts'

const endpoint = endpointsOf('Keys')

export const requestLogEndpoints = [
  endpoint({
    id: 'listRequests',
    method: 'GET',
    path: '/requests',
    access: reads,
    summary: 'The last 100 requests that your keys made, newest first',
    description:
      'For finding out what a program of yours did: method, path, status and time of each, for at most 30 days. No query, header or body is kept. An agent key sees its own alone.',
    query: ListRequests,
    answers: { 200: listOf(LoggedRequest) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await requests.listRequests(ctx, actor, query), query, presentRequest)),
  }),
]
