import { ErrorWithReason } from './with-reason.ts'

export type PaymentsReason = 'refused' | 'no_customer' | 'no_funds' | 'unavailable' | 'unknown' | 'bad_signature' | 'bad_event'

/**
 * Failed call to the payment provider. The message is safe to display. `refused`: nothing happened. `no_customer`: nothing happened,
 * because the provider does not know the customer. `no_funds`: nothing happened, and the caller can retry. `unavailable`: the provider may
 * have acted, so the caller must retry with the same id. `unknown`: only this request's result is unknown, so the caller continues with the
 * next request.
 */
export class PaymentsError extends ErrorWithReason<PaymentsReason> {
  override readonly name = 'PaymentsError'
}
