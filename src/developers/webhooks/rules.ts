/** Rules for retrying and failing deliveries (spec: interface, Events, Delivery rules 1 and 4). Times are in milliseconds. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delays before the retries, in ms, counted from the end of the previous attempt (spec: completions 11). */
export const RETRY_DELAYS_MS: readonly number[] = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

export const MAX_TRIES = RETRY_DELAYS_MS.length + 1

/**
 * Maximum random addition to a retry delay, as a fraction of the delay. Without it, a receiver that works again would get all retries at
 * once.
 */
const SPREAD = 0.1

/** Returns the delay after attempt number `tries`, or null after the last attempt. `chance` is a random number between 0 and 1. */
export function retryDelayMs(tries: number, chance: number): number | null {
  const delayMs = RETRY_DELAYS_MS[tries - 1]
  return delayMs === undefined ? null : Math.round(delayMs * (1 + SPREAD * chance))
}

export const SWITCH_OFF_AFTER_MS = 72 * HOUR_MS

/** Outcome of an attempt. `status` is the HTTP status of the response, or 0 if there was none. `error` is null only for a 2xx status. */
export type Try = { at: Date; status: number; error: string | null; ms: number }

/**
 * Returns the error for a response status, or null for any 2xx status. Redirects are errors and are not followed (spec: interface, Events).
 */
export function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : `answered ${status}`
}

/**
 * Updates a webhook's health from its latest attempts, which must be sorted oldest first. `failingSince` is the time of the first failure
 * after the last success (spec: completions 11). Only a failed attempt can switch the webhook off.
 */
export function healthAfter(failingSince: Date | null, tries: readonly Try[]): { failingSince: Date | null; switchOff: boolean } {
  let since = failingSince
  let switchOff = false
  for (const { at, error } of tries) {
    since = error === null ? null : (since ?? at)
    switchOff = since !== null && at.getTime() - since.getTime() >= SWITCH_OFF_AFTER_MS
  }
  return { failingSince: since, switchOff }
}

/** Returns the string to sign, which a receiver can rebuild from the header and the raw body (spec: interface, Authentication 7). */
export const signedText = (unixSeconds: number, body: string): string => `${unixSeconds}.${body}`
