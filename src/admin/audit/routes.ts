import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentAct } from './present.ts'
import { Act, ListActs } from './schema.ts'
import { listActs } from './index.ts'

const endpoint = endpointsOf('Operator')

export const auditEndpoints = [
  endpoint({
    id: 'listActs',
    method: 'GET',
    path: '/operator/audit',
    access: operates,
    summary: 'List operator actions from the audit log, newest first',
    query: ListActs,
    answers: { 200: listOf(Act) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await listActs(ctx, actor, query), query, presentAct)),
  }),
]
