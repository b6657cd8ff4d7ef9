import type { Row } from '#test/law.ts'

export const HELPERS_LAW: Record<string, Row> = {}
