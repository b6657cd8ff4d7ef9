import type { Row } from '#test/law/world.ts'

export const RESEARCH_LAW: Record<string, Row> = {}
