import { ApiError } from '#platform/errors/index.ts'

/** Time after which an early event needs an operator. Stripe retries an event for three days. */
const PATIENCE_MS = 48 * 3600_000

/** True when the provider will still resend the event. */
export const comesAgain = (madeAt: Date, now: Date): boolean => now.getTime() - madeAt.getTime() < PATIENCE_MS

/** Builds a 503 that asks the provider to resend the event. Nothing is stored. */
export const tooEarly = (why: string): ApiError => new ApiError('unavailable', `This is too early: ${why}. Tell of it again.`)
