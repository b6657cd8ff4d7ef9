/** What a key may do (interface, Authentication 3). Every key carries `read`. */
export const SCOPES = ['read', 'shops', 'listings', 'messages', 'offers', 'orders', 'buying', 'webhooks'] as const
export type Scope = (typeof SCOPES)[number]

export { AGENT_ASK_FIRST, ASK_FIRST, type AskFirst } from './effects.ts'

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
