import type { Charge } from '#adapters/payments/index.ts'
import { inTransaction, type Context } from '#context.ts'
import * as money from './money/queries.ts'
import type { PaymentRow } from './money/queries.ts'
import { markPaid } from './paid.ts'

const AT_ONCE = 50

/** Asks the provider what became of tries whose answer was lost or is still open, and applies it by the one path. */
export async function settleOpenPayments(ctx: Context): Promise<void> {
  const { payments } = ctx
  if (!payments) return
  for (const payment of await money.paymentsToLookAt(ctx.db, payments.name, ctx.now(), AT_ONCE)) {
    try {
      const charged = await payments.look({ ...chargeOf(ctx, payment), ref: payment.provider_ref })
      await inTransaction(ctx, (tx) => markPaid(tx, payment.id, charged))
    } catch (error) {
      ctx.log.warn({ err: error, payment: payment.id }, 'a payment could not be looked at and will be again')
    }
    await money.touchPayment(ctx.db, payment.id, ctx.now())
  }
}

const chargeOf = (ctx: Context, payment: PaymentRow): Charge => ({
  id: payment.id,
  amountCents: payment.amount_cents,
  method: payment.method,
  subject: payment.order_id!,
  startedAt: payment.created_at,
  now: ctx.now(),
})
