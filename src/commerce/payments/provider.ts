import type { Payments } from '#platform/payments/index.ts'
import type { Context } from '#platform/context/index.ts'
import { isLive, REAL, type Tenant } from '#core/tenant.ts'
import { ApiError } from '#platform/errors/index.ts'

/** Returns a tenant's payment provider. Test tenants use the built-in provider. Errors: 503 if payments are turned off. */
export function provider(ctx: Context, tenant: Tenant): Payments {
  const payments = isLive(tenant) ? ctx.payments : ctx.testPayments
  if (!payments) throw new ApiError('unavailable', 'Payments are switched off on this service.')
  return payments
}

/** Returns the provider that started a payment. Errors: those of `provider`. */
export const providerNamed = (ctx: Context, name: Payments['name']): Payments =>
  name === ctx.payments?.name || name !== 'test' ? provider(ctx, REAL) : ctx.testPayments

/** Lists all providers that stored payments can use. */
export const providers = ({ payments, testPayments }: Context): readonly Payments[] =>
  payments === null ? [testPayments] : payments.name === 'test' ? [payments] : [payments, testPayments]
