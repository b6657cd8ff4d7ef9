import type { Row } from '#test/law.ts'

export const HELPERS_ROWS: Record<string, Row> = {
  listHelpers: { method: 'GET', at: '/helpers', may: 'read', request: async () => ({ path: '/helpers' }) },
}
