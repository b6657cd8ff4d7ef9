import type { Tx } from '#platform/context.ts'
import { decideOffer, type OfferActor, type OfferOperation } from '#domain/offer.ts'
import type { EventType } from '#domain/scopes.ts'
import { ApiError } from '#platform/errors.ts'
import { record, type InternalEventType } from '#platform/events.ts'
import { presentOffer } from './present.ts'
import * as queries from './queries.ts'
import type { OfferChange, OfferRow } from './queries.ts'

/** What the table says of a locked offer. Errors: 409 with the status that is true now, as `code` too (completions 6). */
export function requireMove(tx: Tx, row: OfferRow, operation: OfferOperation, by: OfferActor): OfferChange {
  const now = tx.now()
  const decision = decideOffer(operation, by, { status: row.status, expiresAt: row.expires_at }, now)
  if (decision.kind === 'move') return { status: decision.to, updated_at: now }
  throw new ApiError('conflict', decision.message, { code: decision.status })
}

/** Writes a change to a locked offer. */
export async function write(tx: Tx, row: OfferRow, change: OfferChange): Promise<OfferRow> {
  await queries.updateOffers(tx.db, [row.id], change)
  return { ...row, ...change }
}

/** Tells one side of a change, in its transaction. */
export async function tell(tx: Tx, row: OfferRow, whom: 'seller' | 'buyer', type: EventType | InternalEventType): Promise<void> {
  await record(tx, { accountId: whom === 'seller' ? row.seller_id : row.buyer_id, type, object: presentOffer(tx, row) })
}
