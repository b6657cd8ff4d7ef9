import type { AppealRow, MeasureRow, OwnedMeasureRow } from './queries.ts'

export const presentAppeal = (row: AppealRow) => ({
  object: 'appeal' as const,
  id: row.id,
  measure: row.measure_id,
  body: row.body,
  status: row.answered_at === null ? ('open' as const) : ('answered' as const),
  outcome: row.outcome,
  answer: row.answer,
  created_at: row.created_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
})

export const presentMeasure = (row: MeasureRow, appeals: readonly AppealRow[]) => ({
  object: 'measure' as const,
  id: row.id,
  kind: row.kind,
  subject: { id: row.subject_id, name: row.subject_name },
  reason: row.reason,
  taken_at: row.taken_at.toISOString(),
  lifted_at: row.lifted_at?.toISOString() ?? null,
  lifted_reason: row.lifted_reason,
  appeals: appeals.map(presentAppeal),
})

export const presentOwnedMeasure = (row: OwnedMeasureRow, appeals: readonly AppealRow[]) => ({
  ...presentMeasure(row, appeals),
  account: { id: row.account_id, name: row.account_name },
  changed_at: row.changed_at?.toISOString() ?? null,
})
