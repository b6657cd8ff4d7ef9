import type { DayRow } from './queries.ts'

export const presentDailyStats = ({ shop, rows }: { shop: string | null; rows: readonly DayRow[] }) => ({
  object: 'stats' as const,
  shop,
  days: rows.length,
  data: rows.map(({ day, views, likes, offers, sales }) => ({ day, views, likes, offers, sales })),
})
