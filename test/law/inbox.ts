import type { Row } from '#test/law.ts'

export const INBOX_LAW: Record<string, Row> = {}
