import { z } from 'zod'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '#domain/scopes.ts'
import { bool, day, moment, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

/** interface, webhook. `secret` only at the first set and at rotation. */
export const Webhook = z
  .object({
    object: z.literal('webhook'),
    url: z.string().nullable(),
    events: z.array(z.enum(EVENT_TYPES)),
    enabled: z.boolean(),
    secret_last4: z.string().nullable(),
    last_delivery: z.object({ at: timestamp(), status: z.int(), error: z.string().nullable() }).nullable(),
    secret: z.string().optional(),
  })
  .meta({ id: 'Webhook' })

/** interface, webhook_test. */
export const WebhookTest = z
  .object({ object: z.literal('webhook_test'), event: z.string(), status: z.int(), error: z.string().nullable() })
  .meta({ id: 'WebhookTest' })

const EVENTS_MESSAGE = `must be a list of at least one of ${EVENT_TYPES.join(', ')}`

/** Each once. What is wrong with one is said of `events` as a whole (completions 10). */
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
  url: text(1, 2048),
  events: eventTypes().default([...DEFAULT_EVENT_TYPES]),
  enabled: bool().default(true),
})
export type SetWebhook = z.infer<typeof SetWebhook>

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const

/** One event on its way to the webhook, with what its last tries came to (completions 10, extensions). */
export const Delivery = z
  .object({
    object: z.literal('delivery'),
    id: z.string(),
    event: z.string(),
    type: z.enum(EVENT_TYPES),
    status: z.enum(DELIVERY_STATUSES),
    tries: z.int(),
    next_try_at: timestamp().nullable(),
    attempts: z.array(z.object({ at: timestamp(), status: z.int(), error: z.string().nullable(), ms: z.int() })),
    created_at: timestamp(),
  })
  .meta({ id: 'Delivery' })

/** One of them, with what is sent: the headers that it carries and the very bytes. */
export const DeliveryDetail = Delivery.extend({ headers: z.record(z.string(), z.string()), body: z.string() }).meta({
  id: 'DeliveryDetail',
})

export const DeliveryParams = z.object({ id: z.string() })
export const ListDeliveries = z.object({
  status: oneOf(DELIVERY_STATUSES).optional(),
  type: oneOf(EVENT_TYPES).optional(),
  day: day().optional(),
  ...paging(),
})
export type ListDeliveries = z.infer<typeof ListDeliveries>

export const RetryFailed = z.object({ tried_before: moment().optional() })
export type RetryFailed = z.infer<typeof RetryFailed>

/** What became of asking for all that failed (an extension). */
export const Redelivery = z.object({ object: z.literal('redelivery'), sent: z.int(), left: z.int() }).meta({ id: 'Redelivery' })
