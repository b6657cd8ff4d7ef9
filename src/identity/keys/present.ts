import { dollarsOrNull } from '#core/money.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import type { KeyRow } from './queries.ts'

/** Presents an API key without its secret. */
export const presentKey = (row: KeyRow) => ({
  object: 'key' as const,
  id: row.id,
  name: row.name,
  kind: row.kind,
  scopes: row.scopes as Scope[],
  ask_first: row.ask_first as AskFirst[],
  max_offer: dollarsOrNull(row.max_offer_cents),
  max_day: dollarsOrNull(row.max_day_cents),
  livemode: row.sandbox_role === null,
  test_account: row.sandbox_role,
  last4: row.last4,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})
