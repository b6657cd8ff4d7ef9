import { z } from 'zod'
import { EVENT_TYPES, type EventType } from '#core/scopes.ts'
import { Message } from '#messaging/threads/index.ts'
import { Offer } from '#commerce/offers/schema.ts'
import { Order } from '#commerce/orders/schema.ts'
import { Review } from '#catalog/reviews/index.ts'
import { oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'

/** Description of each event type: the trigger, and the record in the event (spec: interface, Events). */
const SENT = {
  'listing.sold': { when: 'An item was sold.', record: Order },
  'offer.received': { when: 'A buyer made an offer.', record: Offer },
  'offer.updated': {
    when: 'A buyer accepted or declined a counteroffer, or withdrew or closed an offer.',
    record: Offer,
  },
  'question.asked': { when: 'A buyer sent a message.', record: Message },
  'order.completed': { when: 'An order was completed: the buyer confirmed the item, or the protection period ended.', record: Order },
  'order.problem': { when: 'A buyer reported a problem with an order.', record: Order },
  'order.refunded': { when: 'An order was cancelled or refunded.', record: Order },
  'payout.sent': { when: 'A payout was sent to your payout account.', record: Order },
  'review.created': { when: 'A buyer left a review.', record: Review },
} as const satisfies Record<EventType, { when: string; record: z.ZodType }>

const eventOf = (type: EventType) =>
  z
    .object({
      id: z.string().describe('Id of the event, the same in every delivery attempt.'),
      object: kind('event'),
      type: z.literal(type).describe('Type of the event.'),
      livemode: z.literal(false).optional().describe('Present only if the event belongs to [test mode](/docs/sandbox).'),
      created_at: timestamp('Time of the event, ISO 8601, UTC.'),
      data: z
        .object({ object: SENT[type].record.describe('The record, as the API returned it at the time of the event.') })
        .describe('Content of the event.'),
    })
    .meta({ id: `${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event` })

export type EventKind = { type: EventType; when: string; schema: ReturnType<typeof eventOf> }

export const EVENT_KINDS: readonly EventKind[] = EVENT_TYPES.map((type) => ({ type, when: SENT[type].when, schema: eventOf(type) }))

const [first, ...others] = EVENT_KINDS.map(({ schema }) => schema)

/** One of the nine events (spec: interface, event). */
export const Event = z.discriminatedUnion('type', [first!, ...others]).meta({ id: 'Event' })
export type Event = z.output<typeof Event>

export const ListEvents = z.object({
  type: oneOf(EVENT_TYPES).optional().describe('Filter by event type.'),
  after: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Returns the events after this one, oldest first. `start` begins before the first event. Cannot be combined with `offset`.'),
  ...paging(),
})
