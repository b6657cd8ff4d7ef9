/** What a key may do (interface, Authentication 3). Every key carries `read`. */
export const SCOPES = ['read', 'shops', 'listings', 'messages', 'offers', 'orders', 'buying', 'webhooks'] as const
export type Scope = (typeof SCOPES)[number]

export const KEY_KINDS = ['api', 'agent'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** The actions that a key can be made to ask its owner for (completions 3, `ask_first`). */
export const ASK_FIRST = [
  'shops.delete',
  'listings.publish',
  'listings.price',
  'listings.delete',
  'offers.accept',
  'offers.counter',
  'offers.decline',
  'messages.send',
  'orders.ship',
  'orders.refund',
  'orders.cancel',
  'buying.offer',
  'buying.pay',
] as const
export type AskFirst = (typeof ASK_FIRST)[number]

/**
 * What an agent key asks for unless told otherwise: "every action that moves money or deletes" (completions 3).
 * Accepting makes the order, so the money moves with no further word of the owner; a cancelled order is a
 * refunded one. An offer made as a buyer moves nothing: paying is asked for by itself, and `max_offer` caps it.
 */
export const AGENT_ASK_FIRST: readonly AskFirst[] = [
  'shops.delete',
  'listings.delete',
  'offers.accept',
  'orders.refund',
  'orders.cancel',
  'buying.pay',
]

/** The events that a webhook can subscribe to (interface, Events). `ping` is not among them (completions 10). */
export const EVENT_TYPES = [
  'listing.sold',
  'offer.received',
  'offer.updated',
  'question.asked',
  'order.completed',
  'order.problem',
  'order.refunded',
  'payout.sent',
  'review.created',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Subscribed to when `events` is left out. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = ['listing.sold', 'offer.received', 'question.asked']
