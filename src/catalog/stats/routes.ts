import { endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { presentDailyStats } from './present.ts'
import { DailyStats, ReadStats } from './schema.ts'
import { readDailyStats } from './index.ts'

const endpoint = endpointsOf('Stats')

export const statsEndpoints = [
  endpoint({
    id: 'readStats',
    method: 'GET',
    path: '/stats',
    access: reads,
    summary: 'Get the daily views, likes, offers and sales of your shops, up to 90 days back, and the best-selling categories',
    description:
      '`funnel` leads from views to paid orders: views of listings and shop pages, likes that were not removed, buyers who made an offer or started a conversation (once per listing), orders placed, and orders paid. `sells` has the categories that sold most, and `stale` the listings that few people see.',
    query: ReadStats,
    answers: { 200: DailyStats },
    handle: async (ctx, actor, { query }) => ok(presentDailyStats(await readDailyStats(ctx, actor, query))),
  }),
]
