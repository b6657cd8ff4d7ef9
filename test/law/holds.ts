import type { Row } from '#test/law.ts'

export const HOLDS_LAW: Record<string, Row> = {}
