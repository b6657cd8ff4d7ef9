import type { Row } from '#test/law.ts'

export const OFFERS_LAW: Record<string, Row> = {}
