import { agoText } from './time.ts'

/** Formats the age of a listing (spec: completions 5, `listed` and `just_listed`). The caller always passes the current time. */

const HOUR_MS = 3600_000

/** Formats the age of a listing, such as `Listed 3 hours ago` or `Listed just now`. */
export const listedText = (publishedAt: Date, now: Date): string => `Listed ${agoText(publishedAt, now)}`

export const JUST_LISTED_MS = 72 * HOUR_MS

/** Returns true if the listing was published less than 72 hours ago. */
export const justListed = (publishedAt: Date, now: Date): boolean => now.getTime() - publishedAt.getTime() <= JUST_LISTED_MS

/** Returns the time from which `justListed` is false, in ms since 1970. Returns Infinity if it is already false. */
export const justListedExpiresAtMs = (publishedAt: Date, now: Date): number =>
  justListed(publishedAt, now) ? publishedAt.getTime() + JUST_LISTED_MS + 1 : Infinity
