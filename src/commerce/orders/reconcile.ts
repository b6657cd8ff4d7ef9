import type { Charge, Payments } from '#platform/payments/index.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { providers } from '#commerce/payments/provider.ts'
import { paymentsToLookAt, touchPayment, type PaymentRow } from '#commerce/payments/record.ts'
import { markPaid } from './mark-paid.ts'

const AT_ONCE = 50

/** Polls the provider for open attempts, and applies the result through `markPaid`. */
export async function settleOpenPayments(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const touch = ({ id }: PaymentRow) => touchPayment(ctx, id)
  const look = async (payments: Payments, payment: PaymentRow) => {
    const charged = await payments.look({ ...chargeOf(ctx, payment), ref: payment.provider_ref })
    await inTransaction(ctx, (tx) => markPaid(tx, payment.id, charged))
    await touch(payment)
  }
  const failed = async (error: unknown, payment: PaymentRow) => {
    ctx.log.warn({ err: error, payment: payment.id }, 'checking a payment failed and will be retried')
    await touch(payment)
  }
  let turn: BatchResult = 'done'
  for (const payments of providers(ctx)) {
    const open = await paymentsToLookAt(ctx, payments.name, AT_ONCE)
    const done = await forEachDue(open, stopped, (payment) => look(payments, payment), failed)
    if (batchResult(open, { limit: AT_ONCE, done }) === 'more') turn = 'more'
  }
  return turn
}

const chargeOf = (ctx: Context, payment: PaymentRow): Charge => ({
  id: payment.id,
  amountCents: payment.amount_cents,
  method: payment.method,
  subject: payment.order_id!,
  startedAt: payment.created_at,
  now: ctx.now(),
})
