import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import { recordCaseEvent } from './notify.ts'

/**
 * Updates or closes the payment exceptions for a transfer after its amount has changed. Closes them when nothing remains to be transferred.
 * All code that changes the amount must call this function and lock the transfer first.
 */
export async function followTransfer(tx: Tx, transferId: string, leftCents: number): Promise<void> {
  const now = tx.now()
  for (const { id, amount_cents } of await queries.lockCasesOfTransfer(tx.db, transferId)) {
    if (leftCents === 0) await recordCaseEvent(tx, await queries.updateCase(tx.db, id, { closed_at: now, updated_at: now }), 'closed')
    else if (leftCents !== amount_cents) await queries.updateCase(tx.db, id, { amount_cents: leftCents, updated_at: now })
  }
}
