import type { Context } from '#context.ts'
import { dollarsFromCents } from '#domain/money.ts'
import type { ApprovalRow } from './queries.ts'

/** completions 3, `ask_first`. An approval nobody answered reads as expired from that moment on. */
export const presentApproval = (ctx: Context, row: ApprovalRow) => ({
  object: 'approval' as const,
  id: row.id,
  status: row.status === 'pending' && row.expires_at <= ctx.now() ? ('expired' as const) : row.status,
  action: row.action,
  actions: row.actions.length > 0 ? row.actions : [row.action],
  summary: row.summary,
  amount: row.amount_cents === null ? null : dollarsFromCents(row.amount_cents),
  key: { id: row.key_id, name: row.key_name },
  result: row.result as { status: number; body: unknown } | null,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  url: ctx.urls.approval(row.id),
})
