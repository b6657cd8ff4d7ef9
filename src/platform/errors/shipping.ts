import { ErrorWithReason } from './with-reason.ts'

export type ShippingReason = 'refused' | 'stale' | 'unavailable' | 'bad_signature' | 'bad_event'

/**
 * Failed call to the shipping provider. The message is safe to display. `refused`: nothing happened. `stale`: the rate is no longer
 * offered. `unavailable`: the provider may have acted, so the caller must repeat the request.
 */
export class ShippingError extends ErrorWithReason<ShippingReason> {
  override readonly name = 'ShippingError'
}
