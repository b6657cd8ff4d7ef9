import { agoText } from './time.ts'

/** What is said of when a listing was published (completions 5: `listed`, `just_listed`). `now` is always passed in. */

const HOUR_MS = 3600_000

/** `Listed 3 hours ago`, `Listed just now`. */
export const listedText = (publishedAt: Date, now: Date): string => `Listed ${agoText(publishedAt, now)}`

export const JUST_LISTED_MS = 72 * HOUR_MS

/** Published within 72 hours. */
export const justListed = (publishedAt: Date, now: Date): boolean => now.getTime() - publishedAt.getTime() <= JUST_LISTED_MS

/** When `justListed` ends, in ms since 1970; Infinity when it has ended. */
export const justListedHoldsUntilMs = (publishedAt: Date, now: Date): number =>
  justListed(publishedAt, now) ? publishedAt.getTime() + JUST_LISTED_MS + 1 : Infinity
