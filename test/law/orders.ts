import type { Row } from '#test/law.ts'

export const ORDERS_LAW: Record<string, Row> = {}
