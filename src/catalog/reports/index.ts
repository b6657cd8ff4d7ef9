import type { Context, Person, Tx } from '#platform/context/index.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import * as market from '#catalog/browse/index.ts'
import { conflict } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { ReportRow } from './queries.ts'
import type { ReportListing } from './schema.ts'

export { reportFields } from './schema.ts'
export { PERSON_REASONS, REASONS } from './schema.ts'
export { openPersonReport, type PersonSubject, type ReportRow } from './person.ts'

/** Describes a report for the owner who must approve it. Errors: 404 if the account cannot see the listing. */
export async function describeReport(ctx: Context, actor: Person, listingId: string, { reason, body }: ReportListing): Promise<string> {
  const { title } = await market.requireVisibleListing(ctx, actor, listingId)
  return `Report the listing ${quoteName(title ?? '')} as ${reason}: ${quoteText(body ?? '')}`
}

/**
 * Reports a listing to the operator. If the account already has an open report about the listing, returns that report. Errors: 404 if the
 * account cannot see the listing, 409 if it owns the listing, 429 for more than twenty reports per day.
 */
export async function reportListing(
  tx: Tx,
  actor: Person,
  listingId: string,
  input: ReportListing,
): Promise<{ row: ReportRow; isNew: boolean }> {
  const listing = await market.requireVisibleListing(tx, actor, listingId)
  if (listing.seller.id === actor.accountId) throw conflict('This is your own listing. Edit or unpublish it instead.')
  const row = await queries.insertReport(tx.db, {
    id: tx.newId('rep'),
    account_id: actor.accountId,
    listing_id: listing.id,
    reason: input.reason,
    body: input.body || null,
    created_at: tx.now(),
  })
  if (row) {
    // an operator reads every report, so the number of reports per day is limited; above the limit, the transaction rolls back
    await tx.rateLimits.take(tx, 'report', actor.accountId)
    return { row, isNew: true }
  }
  const open = await queries.findOpenReport(tx.db, actor.accountId, listing.id)
  // the open report was closed between the two statements, so the user may report the listing again
  if (!open) throw conflict('Your earlier report about this listing has just been closed. Send a new report if you have more to say.')
  return { row: open, isNew: false }
}
