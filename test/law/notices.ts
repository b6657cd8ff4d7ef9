import type { Row } from '#test/law.ts'

export const NOTICES_LAW: Record<string, Row> = {}
