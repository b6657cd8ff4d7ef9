import type { Payments, Sent } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import type { TransferRow } from '#commerce/payments/transfers/index.ts'
import { settlePayout } from './mark-sent.ts'
import { claimPayout, lockPayout } from './claim.ts'
import * as queries from './queries.ts'
import type { DuePayout } from './queries.ts'

const AT_ONCE = 50
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3600_000
const TRIES_BEFORE_CASE = 3

/**
 * Sends due transfers (spec: completions 7; decision 26). Marks each transfer as being sent, sends it outside any transaction with its id
 * as the idempotency key, and records the result. A failed transfer is retried with backoff; repeated rejections open a payment exception.
 */
export async function payOutDue(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const { payments, testPayments } = ctx
  const before = RUNNING.get(testPayments)
  const run = (before ?? Promise.resolve())
    .catch(() => {})
    .then(async () => {
      const market = payments ? await sendDue(ctx, payments, { isTest: false }, stopped) : 'done'
      const tests = await sendDue(ctx, testPayments, { isTest: true }, stopped)
      return market === 'done' ? tests : market
    })
  RUNNING.set(testPayments, run)
  return run
}

/**
 * The current run for each provider. Within a process, a run waits for the previous run, because otherwise it would skip transfers that the
 * previous run is still sending.
 */
const RUNNING = new WeakMap<Payments, Promise<BatchResult>>()

/**
 * Sends the transfers that are due at one provider. With `isTest`, sends the transfers of test tenants, which use only the built-in
 * provider.
 */
async function sendDue(ctx: Context, payments: Payments, of: { isTest: boolean }, stopped: AbortSignal): Promise<BatchResult> {
  const by = { ...of, provider: payments.name, needsAccount: payments.name !== 'test', now: ctx.now() }
  const due = await queries.duePayouts(ctx.db, { ...by, limit: AT_ONCE })
  const sendOne = async ({ id }: { id: string }) => {
    const transfer = await inTransaction(ctx, (tx) => claimPayout(tx, id, by))
    if (!transfer) return
    const sent = await send(payments, transfer)
    await inTransaction(ctx, (tx) => settlePayout(tx, transfer.id, sent))
  }
  const done = await forEachDue(due, stopped, sendOne, (error, { id }) => {
    ctx.log.warn({ err: error, move: id }, 'sending money failed and will be retried')
    return inTransaction(ctx, (tx) => putOff(tx, id, error, of))
  })
  return batchResult(due, { limit: AT_ONCE, done })
}

/** Schedules a retry after an error, unless the transfer was never marked as being sent. */
async function putOff(tx: Tx, id: string, error: unknown, { isTest }: { isTest: boolean }): Promise<void> {
  const { transfer } = (await lockPayout(tx, id))!
  if (transfer.sending_since === null) return
  const { tries } = transfer
  const nextTryAt = new Date(tx.now().getTime() + Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS))
  await queries.putOff(tx.db, id, { tries: tries + 1, nextTryAt, error: String(error).slice(0, 500), notMade: isNotMade(error) })
  if (!isTest && error instanceof PaymentsError && error.reason === 'refused' && tries + 1 >= TRIES_BEFORE_CASE)
    await listStuck(tx, transfer, error.message)
}

/** Returns true if the error guarantees that no money was sent. After any other error, the money may have been sent. */
const isNotMade = (error: unknown): boolean => error instanceof PaymentsError && (error.reason === 'refused' || error.reason === 'no_funds')

function send(payments: Payments, transfer: DuePayout): Promise<Sent> {
  const { id, amount_cents: amountCents } = transfer
  if (transfer.kind === 'refund') return payments.refund({ id, ref: transfer.payment_ref!, amountCents })
  if (transfer.kind === 'reversal') return payments.reverse({ id, ref: transfer.of_ref!, amountCents })
  return payments.transfer({
    id,
    account: transfer.payout_account,
    amountCents,
    subject: transfer.purchase_id ?? transfer.order_id ?? transfer.hold_id!,
    sourceRef: transfer.source_ref,
  })
}

async function listStuck(tx: Tx, transfer: TransferRow, reason: string): Promise<void> {
  await openCase(tx, {
    kind: transfer.kind === 'refund' ? 'refund_failed' : 'transfer_failed',
    ref: transfer.id,
    orderId: transfer.order_id,
    holdId: transfer.hold_id,
    paymentId: transfer.payment_id,
    transferId: transfer.id,
    accountId: transfer.kind === 'refund' ? null : transfer.account_id,
    amountCents: transfer.amount_cents,
    reason,
  })
}
