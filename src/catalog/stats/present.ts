import type { Stats } from './index.ts'

export const presentDailyStats = ({ shop, rows, before }: Stats) => ({
  object: 'stats' as const,
  shop,
  days: rows.length,
  before,
  data: rows.map(({ day, views, likes, offers, sales }) => ({ day, views, likes, offers, sales })),
})
