import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { decideOrder, type OrderOperation } from '#commerce/orders/rules/order.ts'
import { decideReturn } from '#commerce/orders/rules/return.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { factsOf, lockById } from './access.ts'
import { expireOrder } from './expire.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import { settleOrder, recordOrderEnd } from './settle.ts'
import { recordBuyerEvent, recordSellerEvent } from './notify.ts'
import { transitionReturn } from './return-transition.ts'

const AT_ONCE = 200

/** Operations that happen at a deadline. Reminders come last, so that no reminder is sent for an order that the same run cancels. */
const TIMED: Partial<Record<OrderOperation, (tx: Tx, row: OrderRow) => Promise<void>>> = {
  expire: expireOrder,
  cancel_by_silence: async (tx, row) => recordOrderEnd(tx, await settleOrder(tx, row, 'cancel_by_silence', 'service'), true),
  cancel_unshipped: async (tx, row) => recordOrderEnd(tx, await settleOrder(tx, row, 'cancel_unshipped', 'service'), true),
  refund_returned: async (tx, row) => {
    const refunded = await settleOrder(tx, row, 'refund_returned', 'service')
    await recordOrderEnd(tx, refunded, true)
    await recordBuyerEvent(tx, 'order.return_changed', refunded)
  },
  end_window: async (tx, row) => recordOrderEnd(tx, await settleOrder(tx, row, 'end_window', 'service'), false),
  remind: async (tx, row) =>
    recordSellerEvent(tx, 'order.ship_reminder', await settleOrder(tx, row, 'remind', 'service', { reminded_at: tx.now() })),
}

/**
 * Settles every order whose deadline has passed (spec: completions 7), each in a separate transaction. Checks the state table again after
 * locking the order. If an order fails, it is retried later, and does not block the rest.
 */
export async function settleDue(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const due = await queries.dueOrders(ctx.db, ctx.now(), AT_ONCE)
  const done = await forEachDue(
    due,
    stopped,
    ({ id }) => inTransaction(ctx, (tx) => settleById(tx, id)),
    (error, { id }) => ctx.log.error({ err: error, order: id }, 'settling a due order failed and will be retried'),
  )
  return batchResult(due, { limit: AT_ONCE, done })
}

async function settleById(tx: Tx, id: string): Promise<void> {
  const row = await lockById(tx, id)
  if (decideReturn('expire', 'service', row, tx.now()).kind === 'move')
    return void (await transitionReturn(tx, row, { operation: 'expire', by: 'service', to: ['buyer', 'seller'] }))
  for (const [operation, work] of Object.entries(TIMED)) {
    if (operation === 'remind' && row.reminded_at !== null) continue
    if (decideOrder(operation as OrderOperation, 'service', factsOf(row), tx.now()).kind === 'move') return work(tx, row)
  }
}
