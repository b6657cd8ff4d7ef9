import type { Row } from '#test/law.ts'

export const PAYMENTS_LAW: Record<string, Row> = {}
