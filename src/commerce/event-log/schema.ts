import { z } from 'zod'
import { EVENT_TYPES, type EventType } from '#core/scopes.ts'
import { Message } from '#messaging/threads/index.ts'
import { Offer } from '#commerce/offers/schema.ts'
import { Order } from '#commerce/orders/schema.ts'
import { Review } from '#catalog/reviews/index.ts'
import { oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'

/** Trigger of each event (interface, Events), and its record. */
const SENT = {
  'listing.sold': { when: 'Something sold.', record: Order },
  'offer.received': { when: 'A buyer made an offer.', record: Offer },
  'offer.updated': { when: 'A buyer took a counter, turned it down, or withdrew.', record: Offer },
  'question.asked': { when: 'A buyer sent a message.', record: Message },
  'order.completed': { when: 'A buyer said that it arrived and all is good, or the time to object ended.', record: Order },
  'order.problem': { when: 'A buyer reported a problem with an order.', record: Order },
  'order.refunded': { when: 'An order was cancelled or refunded.', record: Order },
  'payout.sent': { when: 'Money went to your payment account.', record: Order },
  'review.created': { when: 'A buyer left a review.', record: Review },
} as const satisfies Record<EventType, { when: string; record: z.ZodType }>

const eventOf = (type: EventType) =>
  z
    .object({
      id: z.string().describe('Id of the event: the same with every try.'),
      object: kind('event'),
      type: z.literal(type).describe('Type of the event.'),
      livemode: z.literal(false).optional().describe('There where it is of a [test world](/docs/sandbox); of the market, nothing says so.'),
      created_at: timestamp('When it happened.'),
      data: z.object({ object: SENT[type].record.describe('The record, as the API showed it then.') }).describe('What it tells of.'),
    })
    .meta({ id: `${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event` })

export type EventKind = { type: EventType; when: string; schema: ReturnType<typeof eventOf> }

export const EVENT_KINDS: readonly EventKind[] = EVENT_TYPES.map((type) => ({ type, when: SENT[type].when, schema: eventOf(type) }))

const [first, ...others] = EVENT_KINDS.map(({ schema }) => schema)

/** interface, event: one of the nine. */
export const Event = z.discriminatedUnion('type', [first!, ...others]).meta({ id: 'Event' })
export type Event = z.output<typeof Event>

export const ListEvents = z.object({
  type: oneOf(EVENT_TYPES).optional().describe('Only events of this type.'),
  after: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Goes forward: the events behind this one, oldest first. `start` is before the first. Without `offset`.'),
  ...paging(),
})
