import type { Row } from '#test/law.ts'

export const WEBHOOKS_LAW: Record<string, Row> = {}
