/** Scopes of an API key (spec: interface, Authentication 3). Every key has `read`. */
export const SCOPES = ['read', 'shops', 'listings', 'messages', 'offers', 'orders', 'buying', 'webhooks'] as const
export type Scope = (typeof SCOPES)[number]

/** Permissions of a guest's session. They cover only the guest's own order. */
export const GUEST_SCOPES: readonly Scope[] = ['read', 'buying']

export { AGENT_ASK_FIRST, ASK_FIRST, type AskFirst } from './effects.ts'

/** Event types that a webhook can subscribe to (spec: interface, Events). Excludes `ping` (spec: completions 10). */
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

/** Event types that a webhook receives if `events` is omitted. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = ['listing.sold', 'offer.received', 'question.asked']
