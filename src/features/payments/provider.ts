import type { Payments } from '#adapters/payments/index.ts'
import type { Context } from '#context.ts'
import { ApiError } from '#lib/errors.ts'

/** The provider that money goes through. Errors: 503 where payments are switched off. */
export function provider(ctx: Context): Payments {
  if (!ctx.payments) throw new ApiError('unavailable', 'Payments are switched off on this service.')
  return ctx.payments
}
