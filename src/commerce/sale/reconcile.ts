import type { Payments } from '#platform/payments/index.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { chargeOf } from '#commerce/payments/attempt.ts'
import { providerNamed, providers } from '#commerce/payments/provider.ts'
import { openPayments, readPayment, touchPayment, type PaymentRow } from '#commerce/payments/record.ts'
import { applyCharge } from './apply-charge.ts'

const AT_ONCE = 50

/**
 * Polls the provider for the results of open payments for orders, holds and purchases. Needed because responses and webhooks can get lost,
 * and banks can be slow.
 */
export async function reconcileOpenPayments(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const poll = async (payments: Payments, row: PaymentRow) => {
    await pollPayment(ctx, payments, row)
    await touchPayment(ctx, row.id)
  }
  const failed = async (error: unknown, { id }: PaymentRow) => {
    ctx.log.warn({ err: error, payment: id }, 'checking a payment failed and will be retried')
    await touchPayment(ctx, id)
  }
  let result: BatchResult = 'done'
  for (const payments of providers(ctx)) {
    const open = await openPayments(ctx, payments.name, AT_ONCE)
    const done = await forEachDue(open, stopped, (row) => poll(payments, row), failed)
    if (batchResult(open, { limit: AT_ONCE, done }) === 'more') result = 'more'
  }
  return result
}

type PaymentState = { status: PaymentRow['status']; order: string | null; hold: string | null; purchase: string | null }

/**
 * Polls the provider about one payment when the buyer returns from the provider's page, and applies the result like the webhook does (spec:
 * completions 7). Returns the stored state if the provider does not respond. Returns null for another buyer's payment.
 */
export async function reconcilePayment(ctx: Context, buyerId: string, paymentId: string): Promise<PaymentState | null> {
  const row = isIdOf('pay', paymentId) ? await readPayment(ctx, paymentId) : null
  if (!row || row.buyer_id !== buyerId) return null
  const isOpen = row.status === 'started' || row.status === 'pending'
  if (isOpen) await pollPayment(ctx, providerNamed(ctx, row.provider), row).catch(ignoreProvider)
  const { status } = (isOpen && (await readPayment(ctx, paymentId))) || row
  return { status, order: row.order_id, hold: row.hold_id, purchase: row.purchase_id }
}

async function pollPayment(ctx: Context, payments: Payments, row: PaymentRow): Promise<void> {
  const charged = await payments.retrieveCharge({ ...chargeOf(ctx, row), ref: row.provider_ref })
  await inTransaction(ctx, (tx) => applyCharge(tx, { id: row.id, ref: null }, charged))
}

function ignoreProvider(error: unknown): void {
  if (!(error instanceof PaymentsError)) throw error
}
