import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { decideHold } from './rules.ts'
import { earned } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { oweSeller } from '#commerce/payments/refunds-due.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { lockHold } from './access.ts'
import { transitionHold } from './transition.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

const AT_ONCE = 200

/**
 * Ends a hold whose deadline has passed. If the deposit is unpaid, the hold expires; otherwise, the seller receives the deposit. The caller
 * must lock the hold.
 */
export async function endHold(tx: Tx, row: HoldRow, change: { order_id?: null } = {}): Promise<void> {
  const over = await transitionHold(tx, row, 'run_out', 'clock', change)
  if (over.status !== 'kept') return
  await post(tx, earned({ holdId: row.id }, row.deposit_cents, 0))
  await oweSeller(tx, row.seller_id, { holdId: row.id }, row.deposit_cents)
}

/** Ends all holds whose deadlines have passed, each in a separate transaction. */
export async function settleEndedHolds(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const due = await queries.dueHolds(ctx.db, ctx.now(), AT_ONCE)
  const done = await forEachDue(
    due,
    stopped,
    ({ id }) => inTransaction(ctx, (tx) => runOutById(tx, id)),
    (error, { id }) => ctx.log.error({ err: error, hold: id }, 'ending an expired hold failed and will be retried'),
  )
  return batchResult(due, { limit: AT_ONCE, done })
}

async function runOutById(tx: Tx, id: string): Promise<void> {
  const row = await lockHold(tx, id)
  if (row && decideHold('run_out', 'clock', row, tx.now()).kind === 'move') await endHold(tx, row)
}
