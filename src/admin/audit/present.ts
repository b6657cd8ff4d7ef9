import type { AuditRow } from './queries.ts'

export const presentAct = (row: AuditRow) => ({
  object: 'act' as const,
  position: row.position,
  at: row.at.toISOString(),
  actor: { id: row.actor_id, name: row.actor_name },
  verb: row.verb,
  subject: { kind: row.subject_kind, id: row.subject_id },
  reason: row.reason,
  before: row.before as Record<string, unknown> | null,
  after: row.after as Record<string, unknown> | null,
})
