import type { Row } from '#test/law/world.ts'

export const WORDS_LAW: Record<string, Row> = {}
