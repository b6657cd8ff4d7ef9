import type { EventType } from '#core/scopes.ts'
import type { DeliveryRow } from '#developers/webhooks/delivery/queries.ts'
import type { WebhookRow } from './queries.ts'

/**
 * Presents the webhook (spec: interface, webhook). The account has no webhook before the first `PUT` and after `DELETE` (spec: completions
 * 10).
 */
export const presentWebhook = (row: WebhookRow | undefined) => ({
  object: 'webhook' as const,
  url: row?.url ?? null,
  events: (row?.events ?? []) as EventType[],
  enabled: row?.enabled ?? false,
  secret_last4: row?.secret.slice(-4) ?? null,
  last_delivery: row?.last_at ? { at: row.last_at.toISOString(), status: row.last_status ?? 0, error: row.last_error } : null,
})

/** Presents the webhook with its secret, for the responses to creating the webhook and replacing the secret. */
export const presentWithSecret = (row: WebhookRow) => ({ ...presentWebhook(row), secret: row.secret })

/** Presents a webhook delivery (spec: completions 10, extensions). */
export const presentDelivery = (row: DeliveryRow) => ({
  object: 'delivery' as const,
  id: row.id,
  event: row.event_id,
  type: row.event_type as EventType,
  status: row.status,
  tries: row.tries,
  next_try_at: row.next_try_at?.toISOString() ?? null,
  attempts: row.attempts as { at: string; status: number; error: string | null; ms: number }[],
  created_at: row.created_at.toISOString(),
})

export const presentRedelivery = ({ sent, left }: { sent: number; left: number }) => ({ object: 'redelivery' as const, sent, left })

/** Presents a delivery with its body and the headers of its last attempt, except headers that differ with every attempt. */
export const presentDeliveryDetail = (row: DeliveryRow) => ({
  ...presentDelivery(row),
  headers: {
    'Content-Type': 'application/json',
    'Service-Event': row.event_type,
    'Service-Event-Id': row.event_id,
    'Service-Attempt': String(Math.max(1, row.tries)),
  },
  body: row.body,
})
