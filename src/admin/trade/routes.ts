import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { presentTrade } from './present.ts'
import { ReadTrade, Trade } from './schema.ts'
import { readTrade } from './index.ts'

const endpoint = endpointsOf('Operator')

export const tradeEndpoints = [
  endpoint({
    id: 'getTrade',
    method: 'GET',
    path: '/operator/trade',
    access: operates,
    summary: 'Get the trade of all sellers by day: orders, volume, fees, refunds, disputes',
    query: ReadTrade,
    answers: { 200: Trade },
    handle: async (ctx, actor, { query }) => ok(presentTrade(await readTrade(ctx, actor, query))),
  }),
]
