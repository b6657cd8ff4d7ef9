import type { Tx } from '#platform/context/index.ts'
import { decideOffer, type OfferActor, type OfferOperation } from './rules.ts'
import type { EventType } from '#core/scopes.ts'
import { ApiError } from '#platform/errors/index.ts'
import { eventInsert, type InternalEventType, type EventInsert } from '#platform/events/index.ts'
import { presentOffer } from './present.ts'
import * as queries from './queries.ts'
import type { OfferChange, OfferRow } from './queries.ts'

/**
 * Returns the changes that a transition makes to a locked offer. Errors: 409 if the transition is not allowed, with the current status as
 * the `code` (spec: completions 6).
 */
export function requireTransition(tx: Tx, row: OfferRow, operation: OfferOperation, by: OfferActor): OfferChange {
  const now = tx.now()
  const decision = decideOffer(operation, by, { status: row.status, expiresAt: row.expires_at }, now)
  if (decision.kind === 'move') return { status: decision.to, updated_at: now }
  throw new ApiError('conflict', decision.message, { code: decision.status })
}

export type OfferNotification = readonly [whom: 'seller' | 'buyer', type: EventType | InternalEventType]

/** Updates a locked offer and records the events about the change. */
export async function write(tx: Tx, row: OfferRow, change: OfferChange, ...notifications: readonly OfferNotification[]): Promise<OfferRow> {
  const after = { ...row, ...change }
  await queries.updateOffer(tx.db, row.id, change, notifications.length === 0 ? null : offerEvents(tx, after, notifications))
  return after
}

export const offerEvents = (tx: Tx, row: OfferRow, notifications: readonly OfferNotification[]): EventInsert =>
  eventInsert(
    tx,
    notifications.map(([whom, type]) => ({
      accountId: whom === 'seller' ? row.seller_id : row.buyer_id,
      type,
      object: presentOffer(tx, row),
    })),
  )
