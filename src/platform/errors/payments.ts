export type PaymentsReason = 'refused' | 'no_funds' | 'unavailable' | 'unknown' | 'bad_signature' | 'bad_event'

/**
 * A failed call of a payment provider; the message is safe to show. `refused` and `no_funds`: nothing was done, and `no_funds` can be
 * retried. `unavailable`: can be retried, and it may have been done. `unknown`: the provider cannot report yet on this one request, so the
 * caller continues with the next one.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly reason: PaymentsReason

  constructor(reason: PaymentsReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
