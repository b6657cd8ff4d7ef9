import { z } from 'zod'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '#core/scopes.ts'
import { bool, day, line, instant, oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { count, id, idParams, kind, namedEnum } from '#platform/http/record-fields.ts'

const EventName = namedEnum('EventType', EVENT_TYPES)
const reply = {
  status: z.int().describe('HTTP status of the receiver’s response; 0 if there was no response.'),
  error: z.string().nullable().describe('Reason for the failure, as text; null if the attempt succeeded.'),
}

/** A webhook (spec: interface, webhook). `secret` is included only in the responses to creating the webhook and replacing the secret. */
export const Webhook = z
  .object({
    object: kind('webhook'),
    url: z.string().nullable().describe('URL that receives events; null if there is no webhook.'),
    events: z.array(EventName).describe('Event types that are sent.'),
    enabled: z.boolean().describe('Whether events are sent. After three days of failures, the service switches the webhook off.'),
    secret_last4: z.string().nullable().describe('The last four characters of the signing secret.'),
    last_delivery: z
      .object({ at: timestamp('Time of the attempt, ISO 8601, UTC.'), ...reply })
      .nullable()
      .describe('Last attempt and its result.'),
    secret: z.string().optional().describe('Signing secret. Present only when the webhook is first set and when the secret is rotated.'),
  })
  .meta({ id: 'Webhook' })

/** Result of a ping to the webhook (spec: interface, webhook_test). */
export const WebhookTest = z.object({ object: kind('webhook_test'), event: id('ping event'), ...reply }).meta({ id: 'WebhookTest' })

const EVENTS_MESSAGE = `must be a list of at least one of ${EVENT_TYPES.join(', ')}`

/**
 * Accepts a list of event types and removes duplicates. If any entry is invalid, the error names the field `events`, not the entry (spec:
 * completions 10).
 */
const eventTypes = () =>
  z
    .array(z.unknown(), { error: EVENTS_MESSAGE })
    .max(100, EVENTS_MESSAGE)
    .transform((types, issues) => {
      const known = new Set(types.filter(isEventType))
      if (known.size > 0 && types.every(isEventType)) return [...known]
      issues.addIssue({ code: 'custom', message: EVENTS_MESSAGE })
      return z.NEVER
    })
    .meta({ minItems: 1, items: { type: 'string', enum: [...EVENT_TYPES] } })

const isEventType = (type: unknown): type is EventType => EVENT_TYPES.some((name) => name === type)

export const SetWebhook = z.object({
  url: line(1, 2048).describe('URL that receives events.'),
  events: eventTypes()
    .describe('Event types to send.')
    .default([...DEFAULT_EVENT_TYPES]),
  enabled: bool().default(true).describe('Whether events are sent. Saving switches the webhook on unless this is `false`.'),
})
export type SetWebhook = z.infer<typeof SetWebhook>

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const

/** A delivery of an event to the webhook, with its latest attempts (spec: completions 10, extensions). */
export const Delivery = z
  .object({
    object: kind('delivery'),
    id: id('delivery'),
    event: id('event'),
    type: EventName.describe('Type of the event.'),
    status: z.enum(DELIVERY_STATUSES).describe('Status of the delivery.'),
    tries: count('Number of attempts.'),
    next_try_at: timestamp('Time of the next attempt, ISO 8601, UTC.').nullable(),
    attempts: z
      .array(
        z.object({
          at: timestamp('Time of the attempt, ISO 8601, UTC.'),
          ...reply,
          ms: count('Time until the response, in milliseconds.'),
        }),
      )
      .describe('Last attempts, oldest first.'),
    created_at: timestamp('Time of the event, ISO 8601, UTC.'),
  })
  .meta({ id: 'Delivery' })

export const DeliveryDetail = Delivery.extend({
  headers: z.record(z.string(), z.string()).describe('Headers of the request.'),
  body: z.string().describe('Exact body that is sent and signed.'),
}).meta({ id: 'DeliveryDetail' })

export const DeliveryParams = idParams('delivery')
export const ListDeliveries = z.object({
  status: oneOf(DELIVERY_STATUSES).optional().describe('Filter by status.'),
  type: oneOf(EVENT_TYPES).optional().describe('Filter by event type.'),
  day: day().optional().describe('Filter by day in UTC: `2026-11-21`.'),
  ...paging(),
})
export type ListDeliveries = z.infer<typeof ListDeliveries>

export const RetryFailed = z.object({
  tried_before: instant().optional().describe('Only deliveries whose last attempt ended before this time.'),
})
export type RetryFailed = z.infer<typeof RetryFailed>

/** Result of `POST /webhooks/deliveries/retry`, which is an extension of the specification. */
export const Redelivery = z
  .object({
    object: kind('redelivery'),
    sent: count('Number of deliveries that are resent.'),
    left: count('Number of failed deliveries still to be resent.'),
  })
  .meta({ id: 'Redelivery' })
