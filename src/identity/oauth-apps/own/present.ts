import type { AppRequestRow, AppWebhookRow, OwnAppRow } from './queries.ts'

export const presentApp = (row: OwnAppRow) => ({
  object: 'app' as const,
  id: row.id,
  name: row.name,
  redirect_uris: row.redirect_uris,
  people: row.people,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
})

/** Presents a request that an app made. Omits the account and the path, both of which would identify the user. */
export const presentAppRequest = (row: AppRequestRow) => ({
  object: 'app_request' as const,
  id: row.id,
  operation: row.operation,
  method: row.method,
  status: row.status,
  error: row.error,
  ms: row.ms,
  created_at: row.created_at.toISOString(),
})

export const presentAppWebhook = (row: AppWebhookRow) => ({
  object: 'app_webhook' as const,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  last_delivery: row.last_at ? { at: row.last_at.toISOString(), status: row.last_status ?? 0, error: row.last_error } : null,
  updated_at: row.updated_at.toISOString(),
})
