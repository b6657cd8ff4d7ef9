import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { presentFound } from './present.ts'
import { FoundRecords, SearchRecords } from './schema.ts'
import { searchRecords } from './index.ts'

const endpoint = endpointsOf('Operator')

export const operatorSearchEndpoints = [
  endpoint({
    id: 'searchRecords',
    method: 'GET',
    path: '/operator/search',
    access: operates,
    summary: 'Search accounts, listings and orders, up to 10 of each',
    query: SearchRecords,
    answers: { 200: FoundRecords },
    handle: async (ctx, actor, { query }) => ok(presentFound(ctx, await searchRecords(ctx, actor, query))),
  }),
]
