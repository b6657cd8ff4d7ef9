export type PaymentsReason = 'refused' | 'no_funds' | 'unavailable' | 'unknown' | 'bad_signature' | 'bad_event'

/**
 * A call of a payment provider that failed; the message is safe to show. `refused` and `no_funds`: nothing was done, and `no_funds` is
 * worth another try. `unavailable` is too, and nobody knows whether it was done. `unknown`: the provider answers, but cannot say yet
 * what became of this one request, so the caller asks for the next one at once.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly reason: PaymentsReason

  constructor(reason: PaymentsReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
