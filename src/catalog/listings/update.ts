import type { Context, Tx } from '#platform/context/index.ts'
import { REDUCTION_MS, reductionOf } from '#catalog/listings/rules/reduction.ts'
import * as queries from './queries.ts'
import type { ListingChange, ListingRow } from './queries.ts'

/** Cause of a change: an action by the seller, or the seller's price-drop schedule. */
export type Cause = 'seller' | 'schedule'

/**
 * Stores a change to a locked listing. A change to the price or status also updates the crossed-out price. A price change by the seller
 * ends the price-drop schedule.
 */
export async function updateListing(tx: Tx, row: ListingRow, change: ListingChange, cause: Cause = 'seller'): Promise<ListingRow> {
  const { status, price_cents: cents } = { ...row, ...change }
  const endsDrop = cause === 'seller' && cents !== row.price_cents
  if (status === 'live' && (change.price_cents !== undefined || change.status !== undefined))
    return queries.updateListing(tx.db, row, { ...change, ...(await reductionAfter(tx, row, cents!, endsDrop)) })
  if (endsDrop) await queries.deletePriceDrop(tx.db, row.id)
  return queries.updateListing(tx.db, row, status === 'live' ? change : { ...change, ...NO_REDUCTION })
}

const NO_REDUCTION = { was_cents: null, reduced_at: null } as const

async function reductionAfter(
  tx: Tx,
  row: ListingRow,
  cents: number,
  endsDrop: boolean,
): Promise<Pick<ListingRow, 'was_cents' | 'reduced_at'>> {
  const { periods, now } = await queries.publicPrices(tx.db, row.id, { endsDrop })
  // adds the new price, because a trigger records it only when the change is written
  const reduction = reductionOf([...periods, { cents, from: now, until: null }], now)
  return { was_cents: reduction?.wasCents ?? null, reduced_at: reduction?.at ?? null }
}

const AT_ONCE = 500

/** Removes the crossed-out price from listings whose last price drop was more than 30 days ago. */
export const endOldReductions = (ctx: Context): Promise<void> =>
  queries.endReductions(ctx.db, new Date(ctx.now().getTime() - REDUCTION_MS), AT_ONCE)
