import type { Charged, Payments } from '#platform/payments/index.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { chargeOf, titleOfPayment } from '#commerce/payments/attempt.ts'
import { replaceCustomer } from '#commerce/payments/customers/index.ts'
import { providerNamed } from '#commerce/payments/provider.ts'
import { replacePaymentCustomer, type PaymentRow } from '#commerce/payments/record.ts'
import { applyCharge } from './apply-charge.ts'

/**
 * Charges a payment at its provider, outside any transaction. If the charge fails, applies the result; the caller must apply all other
 * results. Errors: 402 with the reason for the buyer; 503 if it is unknown whether the money arrived.
 */
export async function chargeAttempt(ctx: Context, row: PaymentRow): Promise<Charged> {
  const charged = await chargeAt(ctx, providerNamed(ctx, row.provider), row).catch(asCharged)
  if (charged.status !== 'failed') return charged
  await inTransaction(ctx, (tx) => applyCharge(tx, { id: row.id, ref: null }, charged))
  throw new ApiError('payment', charged.failure ?? 'The payment failed. Try another method.')
}

/** Charges a payment. If the buyer already has the payment page open, only returns the state of the payment. */
async function chargeAt(ctx: Context, payments: Payments, row: PaymentRow): Promise<Charged> {
  if (row.provider_ref !== null && payments.offersCards(row.method))
    return payments.retrieveCharge({ ...chargeOf(ctx, row), ref: row.provider_ref })
  const page = { title: await titleOfPayment(ctx, row), returnUrl: `${ctx.config.publicUrl}/pay/${row.id}` }
  return payments.charge({ ...chargeOf(ctx, row), page }).catch(async (error: unknown) => {
    const again = await withOtherCustomer(ctx, payments, row, error)
    return payments.charge({ ...chargeOf(ctx, again), page }).catch(async (second: unknown) => {
      const last = await withOtherCustomer(ctx, payments, again, second, { isLast: true })
      return payments.charge({ ...chargeOf(ctx, last), page })
    })
  })
}

/**
 * Replaces the payment's customer if the provider does not know that customer, for example because the operator deleted it. Before the last
 * attempt, instead removes the customer from the payment. Throws all other errors again.
 */
async function withOtherCustomer(
  ctx: Context,
  payments: Payments,
  row: PaymentRow,
  error: unknown,
  { isLast = false } = {},
): Promise<PaymentRow> {
  const { customer_ref: unknown } = row
  if (!(error instanceof PaymentsError) || error.reason !== 'no_customer' || unknown === null) throw error
  const known = isLast ? null : await replaceCustomer(ctx, payments, row.buyer_id, unknown)
  return inTransaction(ctx, (tx) => replacePaymentCustomer(tx, row.id, unknown, known))
}

/**
 * Converts an error from the provider. If it rejected the payment method, returns a failed charge; if it did not respond, returns error
 * 503.
 */
function asCharged(error: unknown): Charged {
  if (!(error instanceof PaymentsError)) throw error
  if (error.reason === 'refused') return { ref: null, status: 'failed', failure: error.message, clientSecret: null, proof: null }
  throw new ApiError('unavailable', error.message, { cause: error })
}
