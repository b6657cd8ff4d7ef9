import { endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { presentHelpers } from './present.ts'
import { Helpers } from './schema.ts'
import { readHelpers } from './index.ts'

const endpoint = endpointsOf('Helpers')

export const helperEndpoints = [
  endpoint({
    id: 'listHelpers',
    method: 'GET',
    path: '/helpers',
    access: reads,
    summary: 'List the helpers, with their state and limitations',
    answers: { 200: Helpers },
    handle: async (ctx, actor) => ok(presentHelpers(await readHelpers(ctx, actor))),
  }),
]
