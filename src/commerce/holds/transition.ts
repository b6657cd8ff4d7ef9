import type { Tx } from '#platform/context/index.ts'
import { decideHold, type HoldActor, type HoldOperation } from './rules.ts'
import { conflict } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { presentHold } from './present.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/** Performs a transition of a locked hold. Errors: 409 if the transition is not allowed. */
export async function transitionHold(
  tx: Tx,
  row: HoldRow,
  operation: HoldOperation,
  by: HoldActor,
  change: { until?: Date; order_id?: string | null } = {},
): Promise<HoldRow> {
  const decision = decideHold(operation, by, row, tx.now())
  if (decision.kind === 'refuse') throw conflict(decision.message)
  await queries.updateHold(tx.db, row.id, { ...change, status: decision.to, updated_at: tx.now() })
  const changed = (await queries.findHold(tx.db, row.id))!
  // only a hold whose deposit was never paid expires, so neither party is notified
  if (changed.status !== 'expired') await notifyBoth(tx, changed)
  return changed
}

async function notifyBoth(tx: Tx, row: HoldRow): Promise<void> {
  const object = presentHold(tx, row)
  for (const accountId of [row.seller_id, row.buyer_id]) await record(tx, { accountId, type: 'hold.changed', object })
}
