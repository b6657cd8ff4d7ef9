import type { Tx } from '#platform/context/index.ts'
import { holdStatusAt } from '#commerce/holds/rules.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { expireOverdue } from '#commerce/orders/expire.ts'
import { endHold } from '#commerce/holds/keep.ts'
import { lockHoldsOn } from '#commerce/holds/access.ts'
import type { HoldRow } from '#commerce/holds/queries.ts'

/**
 * Locks the active holds on a locked listing. Before that, ends expired holds, and expires an overdue unpaid order, which reactivates its
 * hold.
 */
export async function activeHoldsOn(tx: Tx, listingId: string): Promise<HoldRow[]> {
  await expireOverdue(tx, listingId)
  const rows = await lockHoldsOn(tx, [listingId])
  const over = (row: HoldRow) => holdStatusAt(row, tx.now()) !== row.status
  for (const row of rows.filter(over)) await endHold(tx, row)
  return rows.filter((row) => !over(row))
}

/** Returns true if an active hold or an unfinished order reserves the listing (spec: completions 7, Holds). */
export const isReserved = async (tx: Tx, listingId: string, holds: readonly HoldRow[]): Promise<boolean> =>
  holds.some(({ status }) => status === 'active') || (await reservedFor(tx, listingId)) !== null
