import { inTransaction, type Context, type Core } from '#platform/context/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import * as queries from './queries.ts'
import { DIGEST_EVERY_MS, lowestEarlierCents, REPEAT_AFTER_MS, SETTLE_MS } from './rules.ts'

const CHANGES_AT_ONCE = 100
/**
 * Number of people per statement. Each batch runs in a separate transaction, so that the alerts for a popular listing do not hold locks for
 * long.
 */
export const PEOPLE_AT_ONCE = 1_000

/** Enqueues a job for each listing with unprocessed changes. A trigger on the table `listings` records these changes. */
export async function enqueueFanOuts(ctx: Core): Promise<void> {
  for (const listingId of await queries.changedListings(ctx.db, CHANGES_AT_ONCE))
    await enqueueOnce(ctx, 'like_fan_out', { listingId }, `like fan-out ${listingId}`)
}

/**
 * Queues alerts for everyone who likes a listing, in batches. Deletes the recorded changes last, so that a job that crashed can restart. A
 * batch that is repeated has no effect.
 */
export async function fanOut(ctx: Context, { listingId }: { listingId: string }): Promise<void> {
  const changes = await queries.summarizeChanges(ctx.db, listingId, ctx.now())
  const listing = changes && (await queries.findListing(ctx.db, listingId))
  if (!changes || !listing) return
  const { owner_id: ownerId, status, reserved, price_cents: cents } = listing
  const isAvailable = status === 'live' && !reserved && cents !== null
  const batch = {
    listingId,
    ownerId,
    limit: PEOPLE_AT_ONCE,
    lowestEarlierCents: isAvailable ? lowestEarlierCents(cents) : null,
    fromCents: changes.from_cents,
    soldAt: status === 'sold' ? changes.sold_at : null,
    backAt: isAvailable ? changes.back_at : null,
    dueAt: new Date(ctx.now().getTime() + SETTLE_MS),
    repeatAfterMs: REPEAT_AFTER_MS,
    digestEveryMs: DIGEST_EVERY_MS,
  }
  let after: string | null = ''
  while (after !== null) {
    const from: string = after
    after = await inTransaction(ctx, (tx) => queries.queueAlerts(tx.db, { ...batch, after: from }))
  }
  await queries.deleteChanges(ctx.db, listingId, changes.last)
}
