import type { Tx } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { followTransfer } from '#commerce/payment-exceptions/follow.ts'
import * as queries from '#commerce/payments/transfers/index.ts'
import { lockPayout } from './claim.ts'
import { waitsForBank } from './queries.ts'
import { settlePayout } from './mark-sent.ts'

/**
 * Sends a held transfer again, or records that it was paid manually. Locks the order or hold, then the transfer. If the transfer has
 * already been settled, only closes its payment exceptions. Errors: 409 while the transfer is being sent, and for a manual payment while a
 * bank is deciding a dispute.
 */
export async function settleHeld(tx: Tx, transferId: string, how: 'again' | 'by_hand'): Promise<void> {
  const transfer = (await lockPayout(tx, transferId))?.transfer
  // an operator can settle a held transfer, or a `due` transfer that the provider has rejected so far
  if (transfer?.status !== 'held' && transfer?.status !== 'due') return followTransfer(tx, transferId, 0)
  if (transfer.sending_since !== null)
    throw conflict(
      `The payment provider has not confirmed yet whether this money was sent. The service asks again at ${clockTime(transfer.next_try_at)} UTC. Check again after that.`,
    )
  if (how === 'by_hand') {
    if (await waitsForBank(tx.db, transferId))
      throw conflict('A bank is reviewing this payment. Wait for its decision before you pay manually.')
    return settlePayout(tx, transferId, { ref: `by hand ${transferId}`, amountCents: transfer.amount_cents })
  }
  await queries.updateTransfer(tx.db, transferId, { status: 'due', tries: 0, next_try_at: tx.now() })
}

const clockTime = (at: Date): string => at.toISOString().slice(11, 16)
