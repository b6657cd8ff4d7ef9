import type { Row } from '#test/law/world.ts'

export const NOTICES_ROWS: Record<string, Row> = {
  listNotices: { method: 'GET', at: '/notices', may: 'read', request: async () => ({ path: '/notices' }) },
  changeNotices: {
    method: 'PATCH',
    at: '/notices',
    may: 'session',
    request: async () => ({ path: '/notices', json: { review: false } }),
  },
}
