import type { Payments } from '#platform/payments/index.ts'
import type { Context } from '#platform/context/index.ts'
import { isLive, REAL, type Tenant } from '#core/tenant.ts'
import { ApiError } from '#platform/errors/index.ts'

/** The provider that money of a world goes through: a test world's is always the built-in one. Errors: 503 where payments are switched off. */
export function provider(ctx: Context, world: Tenant): Payments {
  const payments = isLive(world) ? ctx.payments : ctx.testPayments
  if (!payments) throw new ApiError('unavailable', 'Payments are switched off on this service.')
  return payments
}

/** The one that a payment was begun with, and goes on with. Errors: as `provider`. */
export const providerNamed = (ctx: Context, name: Payments['name']): Payments =>
  name === ctx.payments?.name || name !== 'test' ? provider(ctx, REAL) : ctx.testPayments

/** All that anything can have been begun with. */
export const providers = ({ payments, testPayments }: Context): readonly Payments[] =>
  payments === null ? [testPayments] : payments.name === 'test' ? [payments] : [payments, testPayments]
