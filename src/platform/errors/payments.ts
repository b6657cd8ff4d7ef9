export type PaymentsReason = 'refused' | 'no_funds' | 'unavailable' | 'unknown' | 'bad_signature' | 'bad_event'

/**
 * Failed provider call; the message is safe to show. `refused`, `no_funds`: not done, and `no_funds` can be retried. `unavailable`: may be
 * done, retry. `unknown`: undecided for this request only, so the caller continues with the next one.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly reason: PaymentsReason

  constructor(reason: PaymentsReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
