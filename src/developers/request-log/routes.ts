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
    summary: 'List the last 100 requests made with your keys, newest first',
    description:
      'Use the log to debug your integration. It has the method, path, status and duration of each request for at most 30 days. Queries, headers and bodies are not stored. An agent key sees only its own requests.',
    query: ListRequests,
    answers: { 200: listOf(LoggedRequest) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await requests.listRequests(ctx, actor, query), query, presentRequest)),
  }),
]
