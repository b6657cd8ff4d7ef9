import type { MoneySubject } from '#commerce/ledger/rules.ts'
import type { Charge, Charged, Payments } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { applyCharge } from './apply.ts'
import { provider, providerNamed, providers } from './provider.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

const FIRST_LOOK_MS = 5_000
const LOOKED_AFTER_DAYS = 7
const AT_ONCE = 50

export type Attempt = { subject: MoneySubject; buyer: Pick<Person, 'accountId' | 'world'>; method: string; amountCents: number }

/**
 * Starts a payment attempt; its id is the provider's idempotency key. Returns the open one if its method is the same, so a buyer never pays
 * twice. The caller locks the order or hold. Errors: 400 `method`, 409, 503.
 */
export async function openAttempt(tx: Tx, { subject, buyer, method, amountCents }: Attempt): Promise<PaymentRow> {
  const { name, methods, takes } = provider(tx, buyer.world)
  if (!takes(method)) throw invalid('method', `method must be one of ${methods.join(', ')}.`)
  const open = await queries.openPaymentOf(tx.db, subject)
  if (open && open.method !== method) throw conflict('A payment by another method is in progress. Wait until it succeeds or fails.')
  if (open) return open
  return queries.insertPayment(tx.db, {
    id: tx.newId('pay'),
    order_id: subject.orderId ?? null,
    hold_id: subject.holdId ?? null,
    buyer_id: buyer.accountId,
    provider: name,
    method,
    amount_cents: amountCents,
    created_at: tx.now(),
    updated_at: tx.now(),
  })
}

/**
 * Charges an attempt outside of any transaction. Applies only a failure; the caller applies other results. Errors: 402 with the reason for
 * the buyer; 503 when it is unknown whether the money arrived.
 */
export async function takeAttempt(ctx: Context, row: PaymentRow): Promise<Charged> {
  const page = { title: await queries.titleOf(ctx.db, row), returnUrl: `${ctx.config.publicUrl}/pay/${row.id}` }
  const charged = await providerNamed(ctx, row.provider)
    .charge({ ...chargeOf(ctx, row), page })
    .catch(asCharged)
  if (charged.status !== 'failed') return charged
  await apply(ctx, row, charged)
  throw new ApiError('payment', charged.failure ?? 'The payment failed. Try another method.')
}

/** Polls the open payments of holds: lost answers, slow banks, missed webhooks. */
export async function reconcileDeposits(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const when = { now: ctx.now(), firstMs: FIRST_LOOK_MS, days: LOOKED_AFTER_DAYS, limit: AT_ONCE }
  const look = async (payments: Payments, row: PaymentRow) => {
    await apply(ctx, row, await payments.look({ ...chargeOf(ctx, row), ref: row.provider_ref }))
    await queries.touchPayment(ctx.db, row.id, ctx.now())
  }
  const failed = async (error: unknown, { id }: PaymentRow) => {
    ctx.log.warn({ err: error, payment: id }, 'checking a payment failed and will be retried')
    await queries.touchPayment(ctx.db, id, ctx.now())
  }
  let turn: BatchResult = 'done'
  for (const payments of providers(ctx)) {
    const open = await queries.openDeposits(ctx.db, payments.name, when)
    const done = await forEachDue(open, stopped, (row) => look(payments, row), failed)
    if (batchResult(open, { limit: AT_ONCE, done }) === 'more') turn = 'more'
  }
  return turn
}

/**
 * Polls one payment when a buyer returns from the provider's page (completions 7: it and the provider's webhook share one path). Returns
 * the stored state when the provider does not answer. Null for other buyers' payments.
 */
export async function reconcilePayment(ctx: Context, buyerId: string, paymentId: string): Promise<Looked | null> {
  const row = await lookedAt(ctx, buyerId, paymentId)
  return row && { status: row.status, order: row.order_id, hold: row.hold_id }
}

type Looked = { status: PaymentRow['status']; order: string | null; hold: string | null }

async function lookedAt(ctx: Context, buyerId: string, paymentId: string): Promise<PaymentRow | null> {
  const row = isIdOf('pay', paymentId) ? await queries.findPayment(ctx.db, paymentId) : undefined
  if (!row || row.buyer_id !== buyerId) return null
  if (row.status !== 'started' && row.status !== 'pending') return row
  const charged = await providerNamed(ctx, row.provider)
    .look({ ...chargeOf(ctx, row), ref: row.provider_ref })
    .catch((error: unknown) => {
      if (error instanceof PaymentsError) return null
      throw error
    })
  if (charged) await apply(ctx, row, charged)
  return (await queries.findPayment(ctx.db, row.id)) ?? null
}

const apply = (ctx: Context, { id }: PaymentRow, charged: Charged): Promise<unknown> =>
  inTransaction(ctx, (tx) => applyCharge(tx, { id, ref: null }, charged))

const chargeOf = (ctx: Context, row: PaymentRow): Charge => ({
  id: row.id,
  amountCents: row.amount_cents,
  method: row.method,
  subject: (row.order_id ?? row.hold_id)!,
  startedAt: row.created_at,
  now: ctx.now(),
})

/** A refused method is a failed charge; no answer is 503. */
function asCharged(error: unknown): Charged {
  if (!(error instanceof PaymentsError)) throw error
  if (error.reason === 'refused') return { ref: null, status: 'failed', failure: error.message, clientSecret: null, proof: null }
  throw new ApiError('unavailable', error.message, { cause: error })
}
