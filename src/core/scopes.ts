/** Permissions of a key (interface, Authentication 3). Every key has `read`. */
export const SCOPES = ['read', 'shops', 'listings', 'messages', 'offers', 'orders', 'buying', 'webhooks'] as const
export type Scope = (typeof SCOPES)[number]

export { AGENT_ASK_FIRST, ASK_FIRST, type AskFirst } from './effects.ts'

/** Event types that a webhook can subscribe to (interface, Events). `ping` is not included (completions 10). */
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

/** Default subscription when `events` is omitted. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = ['listing.sold', 'offer.received', 'question.asked']
