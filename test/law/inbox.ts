import type { Row } from '#test/law/world.ts'

export const INBOX_ROWS: Record<string, Row> = {
  getInbox: { method: 'GET', at: '/inbox', may: 'read', request: async () => ({ path: '/inbox' }) },
}
