import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import { recordCaseEvent } from './notify.ts'

/**
 * The case about a move that waits is of what waits of it: `leftCents`, and with nothing it is over. Called by all that changes a move.
 * The move is locked by the caller.
 */
export async function followMove(tx: Tx, moveId: string, leftCents: number): Promise<void> {
  const now = tx.now()
  for (const { id, amount_cents } of await queries.lockCasesOfMove(tx.db, moveId)) {
    if (leftCents === 0) await recordCaseEvent(tx, await queries.updateCase(tx.db, id, { closed_at: now, updated_at: now }), 'closed')
    else if (leftCents !== amount_cents) await queries.updateCase(tx.db, id, { amount_cents: leftCents, updated_at: now })
  }
}
