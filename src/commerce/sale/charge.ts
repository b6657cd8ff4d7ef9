import type { Charged } from '#platform/payments/index.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { chargeOf, titleOfPayment } from '#commerce/payments/attempt.ts'
import { providerNamed } from '#commerce/payments/provider.ts'
import type { PaymentRow } from '#commerce/payments/record.ts'
import { applyCharge } from './apply-charge.ts'

/**
 * Charges a payment at its provider, outside any transaction. Applies a failed result. The caller applies any other result. Errors: 402
 * with the reason for the buyer; 503 when it is unknown whether the money arrived.
 */
export async function chargeAttempt(ctx: Context, row: PaymentRow): Promise<Charged> {
  const page = { title: await titleOfPayment(ctx, row), returnUrl: `${ctx.config.publicUrl}/pay/${row.id}` }
  const charged = await providerNamed(ctx, row.provider)
    .charge({ ...chargeOf(ctx, row), page })
    .catch(asCharged)
  if (charged.status !== 'failed') return charged
  await inTransaction(ctx, (tx) => applyCharge(tx, { id: row.id, ref: null }, charged))
  throw new ApiError('payment', charged.failure ?? 'The payment failed. Try another method.')
}

/** Converts a provider error. A refused payment method becomes a failed charge; a missing response becomes error 503. */
function asCharged(error: unknown): Charged {
  if (!(error instanceof PaymentsError)) throw error
  if (error.reason === 'refused') return { ref: null, status: 'failed', failure: error.message, clientSecret: null, proof: null }
  throw new ApiError('unavailable', error.message, { cause: error })
}
