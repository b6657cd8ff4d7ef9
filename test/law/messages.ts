import type { Row } from '#test/law.ts'

export const MESSAGES_LAW: Record<string, Row> = {}
