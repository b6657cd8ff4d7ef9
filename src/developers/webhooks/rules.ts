/** How deliveries are tried again and given up (interface, Events, Delivery rules 1 and 4). Times in milliseconds. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Counted from the end of the try before (completions 11). */
export const RETRY_DELAYS_MS: readonly number[] = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** The first and one after each delay: six in all. */
export const MAX_TRIES = RETRY_DELAYS_MS.length + 1

/** So that receivers that came back are not met by everything at once: a retry is up to a tenth later. */
const SPREAD = 0.1

/** How long after its `tries`-th try a delivery is tried again; null when that was the last. `chance` is 0 to 1. */
export function retryDelayMs(tries: number, chance: number): number | null {
  const delayMs = RETRY_DELAYS_MS[tries - 1]
  return delayMs === undefined ? null : Math.round(delayMs * (1 + SPREAD * chance))
}

/** Deliveries that keep failing for so long switch the webhook off. */
export const SWITCH_OFF_AFTER_MS = 72 * HOUR_MS

/** What a try came to. `status` is the receiver's, or 0 where nothing answered; `error` is null for a 2xx alone. */
export type Try = { at: Date; status: number; error: string | null; ms: number }

/** Any 2xx is a delivery; a redirect is not followed and is none (interface, Events). */
export function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : `answered ${status}`
}

/**
 * What some tries, oldest first, make of a webhook's health: since when it fails (the first failed try after the last
 * success, completions 11), and whether it is to be switched off, which only a failed try can do.
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

/** What is signed: a receiver puts it together again from the header and the raw body (interface, Authentication 7). */
export const signedText = (unixSeconds: number, body: string): string => `${unixSeconds}.${body}`
