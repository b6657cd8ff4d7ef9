import type { EventType } from '#core/scopes.ts'

/** Types of events that only jobs handle. They are never sent to webhooks. */
export type InternalEventType =
  | 'account.opened'
  | 'account.changed'
  | 'account.closed'
  | 'key.created'
  | 'key.revoked'
  | 'shop.opened'
  | 'shop.changed'
  | 'shop.deleted'
  | 'listing.created'
  | 'listing.changed'
  | 'listing.published'
  | 'listing.unpublished'
  | 'listing.marked_sold'
  | 'listing.relisted'
  | 'listing.deleted'
  | 'photos.changed'
  | 'approval.asked'
  | 'offer.countered'
  | 'offer.accepted'
  | 'offer.declined'
  | 'offer.closed'
  | 'offer.expired'
  | 'offer.lapsed'
  | 'order.opened'
  | 'order.paid'
  | 'order.expired'
  | 'order.shipped'
  | 'order.delivered'
  | 'order.cancel_asked'
  | 'order.cancelled'
  | 'order.ship_reminder'
  | 'order.problem_answered'
  | 'order.return_changed'
  | 'order.settled'
  | 'hold.changed'
  | 'invitation.received'
  | 'message.answered'
  | 'thread.needs_owner'
  | 'review.replied'
  | 'webhook.switched_off'
  | 'measure.taken'
  | 'measure.lifted'
  | 'appeal.answered'
  | 'report.closed'
  | 'order.decided'
  | 'money.case'

export type RecordedEvent = {
  id: string
  accountId: string
  type: EventType | InternalEventType
  object: unknown
  createdAt: Date
  livemode: boolean
}
