import type { Context } from '#platform/context/index.ts'
import type { Shipping } from '#platform/shipping/index.ts'
import { isLive, REAL, type Tenant } from '#core/tenant.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { ShippingError } from '#platform/errors/shipping.ts'

/** Returns a tenant's shipping provider. Test tenants use the built-in provider. Errors: 503 if labels are turned off. */
export function shippingOf(ctx: Context, tenant: Tenant): Shipping {
  const shipping = isLive(tenant) ? ctx.shipping : ctx.testShipping
  if (!shipping) throw new ApiError('unavailable', 'Shipping labels are switched off on this service.')
  return shipping
}

/** Returns the provider that sold a label. Errors: 503 if the provider is no longer configured. */
export function providerNamed(ctx: Context, name: Shipping['name']): Shipping {
  const shipping = shippingOf(ctx, REAL)
  if (shipping.name === name) return shipping
  if (name === 'test') return ctx.testShipping
  throw new ApiError('unavailable', 'The shipping provider of this label is not configured.')
}

/** Calls the provider and converts its errors: 409 if the provider rejects the request, 503 if it does not respond. */
export async function callProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asApiError(error)
  }
}

export function asApiError(error: unknown): unknown {
  if (!(error instanceof ShippingError)) return error
  if (error.reason === 'unavailable') return new ApiError('unavailable', error.message, { cause: error })
  if (error.reason === 'refused') return conflict(error.message)
  if (error.reason === 'stale') return conflict(error.message, 'rate')
  return new ApiError('invalid_request', error.message, { cause: error })
}
