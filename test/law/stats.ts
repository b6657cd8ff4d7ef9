import type { Row } from '#test/law/world.ts'

export const STATS_ROWS: Record<string, Row> = {
  readStats: { method: 'GET', at: '/stats', may: 'read', request: async () => ({ path: '/stats?days=7' }) },
}
