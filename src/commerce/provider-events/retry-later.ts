import { ApiError } from '#platform/errors/index.ts'

/** After this, an early event needs an operator. Stripe retries for three days. */
const PATIENCE_MS = 48 * 3600_000

/** True when the provider will still resend the event. */
export const isRetried = (madeAt: Date, now: Date): boolean => now.getTime() - madeAt.getTime() < PATIENCE_MS

/** Asks the provider to resend the event: 503. Nothing is stored. */
export const retryLater = (why: string): ApiError => new ApiError('unavailable', `This event is too early: ${why}. Send it again later.`)
