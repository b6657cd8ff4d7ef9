/** Retry and failure rules of deliveries (interface, Events, Delivery rules 1 and 4). Times in milliseconds. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delays from the end of the previous attempt (completions 11). */
export const RETRY_DELAYS_MS: readonly number[] = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** The first attempt and one per delay. */
export const MAX_TRIES = RETRY_DELAYS_MS.length + 1

/** Delays a retry by up to a tenth, so that a recovered receiver does not get everything at once. */
const SPREAD = 0.1

/** Returns the delay after the `tries`-th attempt, or null after the last. `chance` is 0 to 1. */
export function retryDelayMs(tries: number, chance: number): number | null {
  const delayMs = RETRY_DELAYS_MS[tries - 1]
  return delayMs === undefined ? null : Math.round(delayMs * (1 + SPREAD * chance))
}

/** Time of continuous failure after which the webhook is switched off. */
export const SWITCH_OFF_AFTER_MS = 72 * HOUR_MS

/** Outcome of an attempt. `status` is the receiver's, or 0 without a response; `error` is null only for a 2xx. */
export type Try = { at: Date; status: number; error: string | null; ms: number }

/** Returns the error of a response status, or null for any 2xx. Redirects are errors and are not followed (interface, Events). */
export function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : `answered ${status}`
}

/**
 * Updates a webhook's health with attempts, oldest first. `failingSince` is the first failure after the last success (completions 11). Only
 * a failed attempt can switch it off.
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

/** Returns the signed text, which a receiver rebuilds from the header and the raw body (interface, Authentication 7). */
export const signedText = (unixSeconds: number, body: string): string => `${unixSeconds}.${body}`
