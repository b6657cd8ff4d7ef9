import type { Tx } from '#context.ts'
import { lockHold } from '#features/holds/access.ts'
import { lockById } from '#features/orders/access.ts'
import { conflict } from '#lib/errors.ts'
import * as queries from './queries.ts'
import { settleMove } from './send.ts'

/**
 * Ends the wait of money that a person had to look at: it is sent once more by the provider, or it was paid by hand, outside of this
 * service, and is written down as sent. Locks the order or hold, then the move. Errors: 409 where it does not wait any more.
 */
export async function settleHeld(tx: Tx, moveId: string, how: 'again' | 'by_hand'): Promise<void> {
  const found = await queries.findMove(tx.db, moveId)
  if (found) await (found.order_id === null ? lockHold(tx, found.hold_id!) : lockById(tx, found.order_id))
  const move = await queries.lockMove(tx.db, moveId)
  // of a move that never came to be, the wait is its next try
  if (move?.status !== 'held' && move?.status !== 'due') throw conflict('This money does not wait for anybody any more.')
  await queries.changeMove(tx.db, moveId, { status: 'due', tries: 0, next_try_at: tx.now() })
  if (how === 'by_hand') await settleMove(tx, moveId, `by hand ${moveId}`)
}
