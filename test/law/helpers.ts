import type { Row } from '#test/law/world.ts'

export const HELPERS_LAW: Record<string, Row> = {}
