import type { Payments } from '#platform/payments/index.ts'
import type { Context } from '#platform/context.ts'
import { ApiError } from '#platform/errors.ts'

/** The provider that money goes through. Errors: 503 where payments are switched off. */
export function provider(ctx: Context): Payments {
  if (!ctx.payments) throw new ApiError('unavailable', 'Payments are switched off on this service.')
  return ctx.payments
}
