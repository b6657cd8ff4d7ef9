import { z } from 'zod'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '#core/scopes.ts'
import { bool, day, line, moment, oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { count, id, idParams, kind, namedEnum } from '#platform/http/record-fields.ts'

const EventName = namedEnum('EventType', EVENT_TYPES)
const reply = {
  status: z.int().describe('Status of the receiver’s answer; 0 where nothing answered.'),
  error: z.string().nullable().describe('Why it failed, in words; null where it did not.'),
}

/** interface, webhook. `secret` only at the first set and at rotation. */
export const Webhook = z
  .object({
    object: kind('webhook'),
    url: z.string().nullable().describe('Where events are sent; null when stopped.'),
    events: z.array(EventName).describe('Types of events that are sent.'),
    enabled: z.boolean().describe('Whether events are sent. Three days of failures switch it off.'),
    secret_last4: z.string().nullable().describe('The last four characters of the signing secret.'),
    last_delivery: z
      .object({ at: timestamp('When it was tried.'), ...reply })
      .nullable()
      .describe('The last try and what came back.'),
    secret: z.string().optional().describe('The signing secret: only on the first set and on rotation.'),
  })
  .meta({ id: 'Webhook' })

/** interface, webhook_test. */
export const WebhookTest = z.object({ object: kind('webhook_test'), event: id('ping event'), ...reply }).meta({ id: 'WebhookTest' })

const EVENTS_MESSAGE = `must be a list of at least one of ${EVENT_TYPES.join(', ')}`

/** Removes duplicates. Reports any invalid entry as an error of `events` as a whole (completions 10). */
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
  url: line(1, 2048).describe('Where events are sent.'),
  events: eventTypes()
    .describe('Types of events to be sent.')
    .default([...DEFAULT_EVENT_TYPES]),
  enabled: bool().default(true).describe('Whether events are sent. Saving switches it on unless you say `false`.'),
})
export type SetWebhook = z.infer<typeof SetWebhook>

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const

/** A delivery of an event to the webhook, with its last attempts (completions 10, extensions). */
export const Delivery = z
  .object({
    object: kind('delivery'),
    id: id('delivery'),
    event: id('event'),
    type: EventName.describe('Type of the event.'),
    status: z.enum(DELIVERY_STATUSES).describe('State of the delivery.'),
    tries: count('How often it was tried.'),
    next_try_at: timestamp('When it is tried again.').nullable(),
    attempts: z
      .array(z.object({ at: timestamp('When it was tried.'), ...reply, ms: count('How long the answer took, in milliseconds.') }))
      .describe('The last tries, oldest first.'),
    created_at: timestamp('When the event happened.'),
  })
  .meta({ id: 'Delivery' })

export const DeliveryDetail = Delivery.extend({
  headers: z.record(z.string(), z.string()).describe('The headers that it carries.'),
  body: z.string().describe('The very text that is sent and signed.'),
}).meta({ id: 'DeliveryDetail' })

export const DeliveryParams = idParams('delivery')
export const ListDeliveries = z.object({
  status: oneOf(DELIVERY_STATUSES).optional().describe('Only those in this state.'),
  type: oneOf(EVENT_TYPES).optional().describe('Only those of events of this type.'),
  day: day().optional().describe('Only those of this day, by UTC: `2026-11-21`.'),
  ...paging(),
})
export type ListDeliveries = z.infer<typeof ListDeliveries>

export const RetryFailed = z.object({ tried_before: moment().optional().describe('Only those whose last try ended before this moment.') })
export type RetryFailed = z.infer<typeof RetryFailed>

/** Extension of the specification. */
export const Redelivery = z
  .object({ object: kind('redelivery'), sent: count('How many go out again.'), left: count('How many failed and are still to be sent.') })
  .meta({ id: 'Redelivery' })
