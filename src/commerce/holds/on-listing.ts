import type { Tx } from '#platform/context/index.ts'
import { holdStatusAt } from './rules.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { endHold } from './keep.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/**
 * Locks the active holds of a locked listing. First ends what is overdue: an unpaid order, which reactivates its hold, and expired holds.
 */
export async function activeHoldsOn(tx: Tx, listingId: string): Promise<HoldRow[]> {
  await tx.hooks.expireUnpaidOrder(tx, listingId)
  const rows = await queries.lockStandingOn(tx.db, [listingId])
  const over = (row: HoldRow) => holdStatusAt(row, tx.now()) !== row.status
  for (const row of rows.filter(over)) await endHold(tx, row)
  return rows.filter((row) => !over(row))
}

/** True when an active hold or an order reserves the item (completions 7, Holds). */
export const isKept = async (tx: Tx, listingId: string, standing: readonly HoldRow[]): Promise<boolean> =>
  standing.some(({ status }) => status === 'active') || (await reservedFor(tx, listingId)) !== null
