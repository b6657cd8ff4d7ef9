import { ApiError } from '#platform/errors/index.ts'

/**
 * Maximum age, in ms, of an event that the service rejects because it came too early, so that Stripe resends it. An operator is notified of
 * older events instead. Stripe resends events for three days.
 */
const PATIENCE_MS = 48 * 3600_000

/** Returns true while the provider will still resend the event. */
export const isRetried = (madeAt: Date, now: Date): boolean => now.getTime() - madeAt.getTime() < PATIENCE_MS

/** Builds the error 503, which makes the provider resend the event later. Nothing about the event is stored. */
export const retryLater = (why: string): ApiError => new ApiError('unavailable', `This event is too early: ${why}. Send it again later.`)
