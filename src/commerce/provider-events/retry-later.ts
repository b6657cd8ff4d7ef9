import { ApiError } from '#platform/errors/index.ts'

/** Stripe sends an event for three days until it is taken. What is too early for longer than this is for a person. */
const PATIENCE_MS = 48 * 3600_000

/** Whether an event is so young that the provider will send it again. */
export const comesAgain = (madeAt: Date, now: Date): boolean => now.getTime() - madeAt.getTime() < PATIENCE_MS

/** 503: what is told cannot be used yet, and is to be told again. Nothing of it is kept. */
export const tooEarly = (why: string): ApiError => new ApiError('unavailable', `This is too early: ${why}. Tell of it again.`)
