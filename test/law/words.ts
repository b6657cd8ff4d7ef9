import type { Row } from '#test/law.ts'

export const WORDS_LAW: Record<string, Row> = {}
