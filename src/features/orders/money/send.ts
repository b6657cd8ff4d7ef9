import { inTransaction, type Context, type Tx } from '#context.ts'
import { lossOf } from '#domain/chargeback.ts'
import { givenBack, paidOut, reversed, type LedgerLine, type LedgerSubject } from '#domain/ledger.ts'
import { post } from '#features/ledger/service.ts'
import { closeCase, coverByMove, openCase } from '#features/money-cases/service.ts'
import { lockById } from '#features/orders/access.ts'
import * as orders from '#features/orders/queries.ts'
import { tellSeller } from '#features/orders/telling.ts'
import type { Payments } from '#adapters/payments/index.ts'
import { PaymentsError } from '#lib/payments-error.ts'
import { takeBackPayout, writePayout } from './again.ts'
import * as queries from './queries.ts'
import type { DueMove, MoveRow } from './queries.ts'

const AT_ONCE = 50
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3600_000
/** So often a move is refused before a person hears of it. */
const TRIES_BEFORE_TOLD = 3

/**
 * Sends the money that is due, each move at the provider outside any transaction with its own id as idempotency key, then
 * written as sent in one (completions 7). What fails stays due and is tried again, ever more seldom; what is refused again and again
 * stands on the operator's list.
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
      if (error instanceof PaymentsError && error.reason === 'refused' && move.tries + 1 >= TRIES_BEFORE_TOLD)
        await inTransaction(ctx, (tx) => listStuck(tx, move, error.message))
    }
  }
}

function send(payments: Payments, move: DueMove): Promise<{ ref: string }> {
  const { id, amount_cents: amountCents } = move
  if (move.kind === 'refund') return payments.refund({ id, ref: move.payment_ref!, amountCents })
  if (move.kind === 'reversal') return payments.reverse({ id, ref: move.of_ref!, amountCents })
  return payments.transfer({
    id,
    account: move.payout_account,
    amountCents,
    subject: move.order_id ?? move.hold_id!,
    sourceRef: move.source_ref,
  })
}

async function listStuck(tx: Tx, move: MoveRow, reason: string): Promise<void> {
  await openCase(tx, {
    kind: move.kind === 'refund' ? 'refund_failed' : 'transfer_failed',
    ref: move.id,
    orderId: move.order_id,
    holdId: move.hold_id,
    paymentId: move.payment_id,
    moveId: move.id,
    accountId: move.kind === 'refund' ? null : move.account_id,
    amountCents: move.amount_cents,
    reason,
  })
}

/** Writes that the provider has sent it, once: the ledger, the order's payout, `payout.sent`. Locks the order, then the move. */
export async function settleMove(tx: Tx, id: string, ref: string): Promise<void> {
  const found = await queries.findMove(tx.db, id)
  const order = found?.order_id ? await lockById(tx, found.order_id) : null
  const move = await queries.lockMove(tx.db, id)
  if (move?.status === 'dropped') tx.log.error({ move: id, ref }, 'money left that was not to leave any more: look at the provider')
  if (move?.status !== 'due') return
  const subject: LedgerSubject = move.order_id === null ? { holdId: move.hold_id! } : { orderId: move.order_id }
  await queries.markMoveSent(tx.db, id, ref, tx.now())
  await post(tx, linesOf(subject, move))
  if (move.kind === 'reversal') await coverByMove(tx, id, move.amount_cents)
  await closeCase(tx, move.kind === 'refund' ? 'refund_failed' : 'transfer_failed', id)
  if (move.kind === 'refund' || !order) return
  await writePayout(tx, order.id)
  if (move.kind === 'payout') await payoutSent(tx, order)
}

function linesOf(subject: LedgerSubject, { kind, amount_cents: cents }: MoveRow): LedgerLine[] {
  if (kind === 'refund') return givenBack(subject, cents)
  return kind === 'payout' ? paidOut(subject, cents) : reversed(subject, { debtCents: cents, sellerCents: 0 })
}

/** Sent in the very moment in which a bank took the payment back: it is asked for again at once. */
async function payoutSent(tx: Tx, order: orders.OrderRow): Promise<void> {
  if (order.disputed_cents > 0) {
    const money = { totalCents: order.item_cents + order.shipping_cents, refundedCents: order.refunded_cents, feeCents: order.fee_cents }
    await queries.setReversal(
      tx.db,
      order.id,
      await takeBackPayout(tx, { orderId: order.id }, lossOf(money, order.disputed_cents).sellerCents),
    )
  }
  await tellSeller(tx, 'payout.sent', (await orders.findOrder(tx.db, order.id))!)
}
