import type { Tx } from '#platform/context/index.ts'
import { holdStatusAt } from './rules.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { runOut } from './keep.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/**
 * The holds of a locked listing that stand now, locked. What time has ended is written down first: an order that was not paid in
 * time, whose hold then stands again, and holds that are over.
 */
export async function activeHoldsOn(tx: Tx, listingId: string): Promise<HoldRow[]> {
  await tx.hooks.endOverdue(tx, listingId)
  const rows = await queries.lockStandingOn(tx.db, [listingId])
  const over = (row: HoldRow) => holdStatusAt(row, tx.now()) !== row.status
  for (const row of rows.filter(over)) await runOut(tx, row)
  return rows.filter((row) => !over(row))
}

/** Whether an item is kept for somebody already: one active hold at most, and no order beside it (completions 7, Holds). */
export const isKept = async (tx: Tx, listingId: string, standing: readonly HoldRow[]): Promise<boolean> =>
  standing.some(({ status }) => status === 'active') || (await reservedFor(tx, listingId)) !== null
