import type { Person, Core } from '#platform/context/index.ts'
import type { AskFirst } from '#core/effects.ts'
import { dollarsOrNull } from '#core/money.ts'
import type { ApprovalRow } from './queries.ts'

/**
 * Presents an approval (spec: completions 3, `ask_first`). After the deadline, a pending approval is presented as expired. If the result
 * contains a secret, only the requesting key and the owner see it.
 */
export const presentApproval = (ctx: Core, row: ApprovalRow, viewer?: Person) => ({
  object: 'approval' as const,
  id: row.id,
  status: row.status === 'pending' && row.expires_at <= ctx.now() ? ('expired' as const) : row.status,
  action: row.action as AskFirst,
  actions: (row.actions.length > 0 ? row.actions : [row.action]) as AskFirst[],
  summary: row.summary,
  livemode: row.livemode,
  amount: dollarsOrNull(row.amount_cents),
  key: { id: row.key_id, name: row.key_name },
  result: viewer?.kind === 'key' && viewer.credential !== row.key_id ? withoutSecret(row.result as Result) : (row.result as Result),
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  url: ctx.urls.approval(row.id),
})

type Result = { status: number; body: unknown } | null

function withoutSecret(result: Result): Result {
  if (result === null || typeof result.body !== 'object' || result.body === null || !('secret' in result.body)) return result
  const { secret: _secret, ...body } = result.body
  return { status: result.status, body }
}
