import type { Row } from '#test/law.ts'

export const RESEARCH_LAW: Record<string, Row> = {}
