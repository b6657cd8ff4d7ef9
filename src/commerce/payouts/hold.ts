import type { Tx } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { followMove } from '#commerce/payment-exceptions/follow.ts'
import * as queries from '#commerce/payments/transfers/index.ts'
import { lockMove } from './claim.ts'
import { waitsForBank } from './queries.ts'
import { settleMove } from './mark-sent.ts'

/**
 * Ends the wait of money that a person had to look at: it is sent once more by the provider, or it was paid by hand, outside of this
 * service, and is written down as sent. Locks the order or hold, then the move. What does not wait any more is left as it is: its case
 * is over with it. Errors: 409 while it is being sent, and where it would be paid by hand while a bank decides about it.
 */
export async function settleHeld(tx: Tx, moveId: string, how: 'again' | 'by_hand'): Promise<void> {
  const move = (await lockMove(tx, moveId))?.move
  // of a move that never came to be, the wait is its next try
  if (move?.status !== 'held' && move?.status !== 'due') return followMove(tx, moveId, 0)
  if (move.sending_since !== null)
    throw conflict(
      `This money is at the payment provider right now, and nobody knows yet whether it left. It is asked again at ${clockTime(move.next_try_at)} UTC; look again after that.`,
    )
  if (how === 'by_hand') {
    if (await waitsForBank(tx.db, moveId))
      throw conflict('A bank is deciding about this payment. Wait for its answer before you pay by hand.')
    return settleMove(tx, moveId, { ref: `by hand ${moveId}`, amountCents: move.amount_cents })
  }
  await queries.changeMove(tx.db, moveId, { status: 'due', tries: 0, next_try_at: tx.now() })
}

const clockTime = (at: Date): string => at.toISOString().slice(11, 16)
