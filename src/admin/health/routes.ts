import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { presentHealth } from './present.ts'
import { Health } from './schema.ts'
import { readHealth } from './index.ts'

const endpoint = endpointsOf('Operator')

export const healthEndpoints = [
  endpoint({
    id: 'getHealth',
    method: 'GET',
    path: '/operator/health',
    access: operates,
    summary: 'Get the system status: database, queues, webhooks, mail, money, disk',
    answers: { 200: Health },
    handle: async (ctx, actor) => ok(presentHealth(ctx, await readHealth(ctx, actor))),
  }),
]
