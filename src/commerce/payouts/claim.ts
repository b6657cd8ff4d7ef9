import type { Tx } from '#platform/context/index.ts'
import { lockHold } from '#commerce/holds/access.ts'
import { lockById } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { lockPayment } from '#commerce/payments/record.ts'
import * as moves from '#commerce/payments/transfers/index.ts'
import type { MoveRow } from '#commerce/payments/transfers/index.ts'
import * as queries from './queries.ts'
import type { DueBy, DueMove } from './queries.ts'

/**
 * So long a move is left alone that was handed to the provider and never answered for, as after a crash; then it is asked for again by
 * the same key. Longer than all requests of one move may take.
 */
const LEFT_ALONE_MS = 10 * 60_000

/** A move, locked after what it is for: the listing, the order or hold, the payment it came by. */
export async function lockMove(tx: Tx, id: string): Promise<{ move: MoveRow; order: OrderRow | null } | null> {
  const found = await moves.findMove(tx.db, id)
  if (!found) return null
  const order = found.order_id === null ? null : await lockById(tx, found.order_id)
  if (!order) await lockHold(tx, found.hold_id!)
  if (found.payment_id !== null) await lockPayment(tx, found.payment_id)
  return { move: (await moves.lockMove(tx.db, id))!, order }
}

/**
 * Marks a move as being sent, in a transaction of its own that is committed before the provider is asked: until the answer nobody
 * lowers it, drops it or pays it by hand. Gives it as it is then; null where it is not to be sent any more, or somebody else sends it.
 */
export async function claimMove(tx: Tx, id: string, by: DueBy): Promise<DueMove | null> {
  await lockMove(tx, id)
  const [move] = await queries.dueMoves(tx.db, { ...by, id, limit: 1 })
  if (!move) return null
  await queries.markSending(tx.db, id, move.sending_since ?? by.now, new Date(by.now.getTime() + LEFT_ALONE_MS))
  return move
}

/** Whether something of an order, a hold or a payment is on its way, so that nobody can say yet what of it is still here. */
export const isOnTheWay = async (tx: Tx, of: Parameters<typeof queries.movesOnTheirWay>[1]): Promise<boolean> =>
  (await queries.movesOnTheirWay(tx.db, of)).length > 0
