import type { Tx } from '#platform/context/index.ts'
import { lockHold } from '#commerce/holds/access.ts'
import { lockById } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { lockPayment } from '#commerce/payments/record.ts'
import * as transfers from '#commerce/payments/transfers/index.ts'
import type { TransferRow } from '#commerce/payments/transfers/index.ts'
import * as queries from './queries.ts'
import type { DueBy, DuePayout } from './queries.ts'

/**
 * Time after which a transfer is retried if its response was lost, for example in a crash. No transfer takes this long, even with all of
 * its requests.
 */
const LEFT_ALONE_MS = 10 * 60_000

/**
 * Locks a transfer, and returns it with its order, if any. Returns null for an unknown id. Lock order: listing, order or hold, payment,
 * transfer.
 */
export async function lockPayout(tx: Tx, id: string): Promise<{ transfer: TransferRow; order: OrderRow | null } | null> {
  const found = await transfers.findTransfer(tx.db, id)
  if (!found) return null
  const order = found.order_id === null ? null : await lockById(tx, found.order_id)
  if (!order) await lockHold(tx, found.hold_id!)
  if (found.payment_id !== null) await lockPayment(tx, found.payment_id)
  return { transfer: (await transfers.lockTransfer(tx.db, id))!, order }
}

/**
 * Marks a transfer as being sent. This transaction commits before the request goes to the provider. Until the response arrives, the
 * transfer cannot be lowered, dropped or paid manually. Returns null if the transfer is not due or a different worker is already sending
 * it.
 */
export async function claimPayout(tx: Tx, id: string, by: DueBy): Promise<DuePayout | null> {
  await lockPayout(tx, id)
  const [transfer] = await queries.duePayouts(tx.db, { ...by, id, limit: 1 })
  if (!transfer) return null
  await queries.markSending(tx.db, id, transfer.sending_since ?? by.now, new Date(by.now.getTime() + LEFT_ALONE_MS))
  return transfer
}

/** Returns true if any of these transfers is being sent. The remaining amount is unknown until the provider has responded. */
export const isInTransit = async (tx: Tx, of: Parameters<typeof queries.payoutsInTransit>[1]): Promise<boolean> =>
  (await queries.payoutsInTransit(tx.db, of)).length > 0
