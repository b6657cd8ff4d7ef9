import { inTransaction, type Context } from '#context.ts'
import { givenBack, paidOut, type LedgerSubject } from '#domain/ledger.ts'
import { post } from '#features/ledger/service.ts'
import * as orders from '#features/orders/queries.ts'
import { tellSeller } from '#features/orders/telling.ts'
import type { Payments } from '#adapters/payments/index.ts'
import * as queries from './queries.ts'
import type { DueMove } from './queries.ts'

const AT_ONCE = 50
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3600_000

/**
 * Sends the money that is due, each move at the provider outside any transaction with its own id as idempotency key, then
 * written as sent in one (completions 7). What fails stays due and is tried again, ever more seldom.
 */
export async function payOutDue(ctx: Context): Promise<void> {
  const { payments } = ctx
  if (!payments) return
  const due = await queries.dueMoves(ctx.db, {
    provider: payments.name,
    needsAccount: payments.name !== 'test',
    now: ctx.now(),
    limit: AT_ONCE,
  })
  for (const move of due) {
    try {
      const { ref } = await send(payments, move)
      await inTransaction(ctx, (tx) => settleMove(tx, move.id, ref))
    } catch (error) {
      ctx.log.warn({ err: error, move: move.id }, 'money could not be sent and stays due')
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** move.tries, LONGEST_WAIT_MS)
      await queries.putMoveOff(ctx.db, move.id, move.tries + 1, new Date(ctx.now().getTime() + waitMs), String(error).slice(0, 500))
    }
  }
}

function send(payments: Payments, move: DueMove): Promise<{ ref: string }> {
  const { id, amount_cents: amountCents } = move
  if (move.kind === 'refund') return payments.refund({ id, ref: move.payment_ref!, amountCents })
  return payments.transfer({
    id,
    account: move.payout_account,
    amountCents,
    subject: move.order_id ?? move.hold_id!,
    sourceRef: move.source_ref,
  })
}

/** Writes that the provider has sent it, once: the ledger, the order's payout, `payout.sent`. */
export async function settleMove(tx: Context, id: string, ref: string): Promise<void> {
  const move = await queries.lockMove(tx.db, id)
  if (move?.status !== 'due') return
  const subject: LedgerSubject = move.order_id === null ? { holdId: move.hold_id! } : { orderId: move.order_id }
  await queries.markMoveSent(tx.db, id, ref, tx.now())
  await post(tx, (move.kind === 'refund' ? givenBack : paidOut)(subject, move.amount_cents))
  if (move.kind === 'payout' && move.order_id !== null) await markPayoutSent(tx, move.order_id)
}

async function markPayoutSent(tx: Context, orderId: string): Promise<void> {
  await orders.updateOrder(tx.db, orderId, { payout: 'sent', updated_at: tx.now() })
  await tellSeller(tx, 'payout.sent', (await orders.findOrder(tx.db, orderId))!)
}
