import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { decideOffer, type ClosedReason, type OfferActor, type OfferOperation } from './rules.ts'
import { recordAll, type NewEvent } from '#platform/events/index.ts'
import { batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { presentOffer } from './present.ts'
import * as queries from './queries.ts'
import type { OfferChange, OfferRow } from './queries.ts'

/**
 * Closes active offers on listings that are no longer for sale or no longer accept offers (spec: completions 6). `reason` becomes
 * `closed_reason`. Offers past their deadline expire instead. The caller must lock the listings.
 */
export async function closeOffers(
  tx: Tx,
  listingIds: readonly string[],
  reason: ClosedReason,
  except: string | null = null,
): Promise<void> {
  if (listingIds.length === 0) return
  const active = await queries.lockActiveOn(tx.db, listingIds, except)
  const { ended, refused } = sorted(tx, active, 'close', 'listing')
  const closed = await writeAll(tx, ended, { status: 'closed', closed_reason: reason, updated_at: tx.now() })
  await recordAll(
    tx,
    closed.map((row) => ({ accountId: row.buyer_id, type: 'offer.closed', object: presentOffer(tx, row) })),
  )
  await expire(tx, refused)
}

/**
 * Closes the active offers between two people after the first has blocked the second (spec: completions 13.3). The blocked person gets the
 * same event as for any other closed offer. Does not lock the listings, because the caller has already locked the two accounts, and the
 * lock order requires listings to be locked before accounts.
 */
export async function closeOffersBetween(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
  const { ended, refused } = sorted(tx, await queries.lockActiveBetween(tx.db, blockerId, blockedId), 'close', 'listing')
  const closed = await writeAll(tx, ended, { status: 'closed', closed_reason: 'unavailable', updated_at: tx.now() })
  await recordAll(
    tx,
    closed.map((row) => ({
      accountId: blockedId,
      type: row.buyer_id === blockedId ? 'offer.closed' : 'offer.updated',
      object: presentOffer(tx, row),
    })),
  )
  await expire(tx, refused)
}

/** Sets an accepted offer to `lapsed` if its order was not paid in time (spec: completions 6). Idempotent. */
export async function lapseOffer(tx: Tx, offerId: string): Promise<void> {
  // the offer must exist, because its order refers to it
  const row = (await queries.lockOffer(tx.db, offerId))!
  const lapsed = await writeAll(tx, sorted(tx, [row], 'lapse', 'clock').ended, { status: 'lapsed', updated_at: tx.now() })
  await recordAll(
    tx,
    lapsed.flatMap((one) => toBoth(tx, one, 'offer.lapsed')),
  )
}

/** When an account is closed, closes the offers that it received and withdraws the offers that it made. Locks the listings concerned. */
export async function leaveOffers(tx: Tx, accountId: string): Promise<void> {
  const active = await queries.listingsWithActiveOf(tx.db, accountId)
  await queries.lockListings(tx.db, [...new Set(active.map(({ listing_id }) => listing_id))])
  const received = active.filter((one) => one.received).map(({ listing_id }) => listing_id)
  const made = active.filter((one) => !one.received).map(({ listing_id }) => listing_id)
  await closeOffers(tx, received, 'removed')
  if (made.length === 0) return
  const mine = (await queries.lockActiveOn(tx.db, made, null)).filter(({ buyer_id }) => buyer_id === accountId)
  const { ended, refused } = sorted(tx, mine, 'withdraw', 'buyer')
  const withdrawn = await writeAll(tx, ended, { status: 'withdrawn', updated_at: tx.now() })
  await recordAll(
    tx,
    withdrawn.map((row) => ({ accountId: row.seller_id, type: 'offer.updated', object: presentOffer(tx, row) })),
  )
  await expire(tx, refused)
}

const AT_ONCE = 200

/** Stores the status `expired` for offers past their deadline. Reading such an offer already returns this status. */
export const expireOffers = (ctx: Context): Promise<BatchResult> =>
  inTransaction(ctx, async (tx) => {
    const due = await queries.lockDue(tx.db, tx.now(), AT_ONCE)
    await expire(tx, due)
    return batchResult(due, { limit: AT_ONCE, done: due.length })
  })

async function expire(tx: Tx, rows: readonly OfferRow[]): Promise<void> {
  const expired = await writeAll(tx, sorted(tx, rows, 'expire', 'clock').ended, { status: 'expired', updated_at: tx.now() })
  await recordAll(
    tx,
    expired.flatMap((row) => toBoth(tx, row, 'offer.expired')),
  )
}

const toBoth = (tx: Tx, row: OfferRow, type: NewEvent['type']): NewEvent[] =>
  [row.buyer_id, row.seller_id].map((accountId) => ({ accountId, type, object: presentOffer(tx, row) }))

/** Divides offers into those on which the state table permits this operation by this actor, and all others. */
function sorted(tx: Tx, rows: readonly OfferRow[], operation: OfferOperation, by: OfferActor) {
  const isAllowed = (row: OfferRow) =>
    decideOffer(operation, by, { status: row.status, expiresAt: row.expires_at }, tx.now()).kind === 'move'
  return { ended: rows.filter(isAllowed), refused: rows.filter((row) => !isAllowed(row)) }
}

async function writeAll(tx: Tx, rows: readonly OfferRow[], change: OfferChange): Promise<OfferRow[]> {
  await queries.updateOffers(
    tx.db,
    rows.map(({ id }) => id),
    change,
  )
  return rows.map((row) => ({ ...row, ...change }))
}
