export type PaymentsReason = 'refused' | 'unavailable' | 'bad_signature' | 'bad_event'

/** A call of a payment provider that failed; the message is safe to show. `unavailable` is worth another try. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly reason: PaymentsReason

  constructor(reason: PaymentsReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
