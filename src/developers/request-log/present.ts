import type { RequestRow } from './queries.ts'

/** Presents a logged request: method, path and outcome, but no query, headers or body. */
export const presentRequest = (row: RequestRow) => ({
  object: 'request' as const,
  id: row.id,
  key: { id: row.key_id, name: row.key_name },
  operation: row.operation,
  method: row.method,
  path: row.path,
  status: row.status,
  error: row.error,
  ms: row.ms,
  created_at: row.created_at.toISOString(),
})
