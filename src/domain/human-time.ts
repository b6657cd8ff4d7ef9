/** Time in words for people (completions 5: `listed`, `when`, `since`, `just_listed`). `now` is always passed in. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `Listed 3 hours ago`, `Listed just now`. */
export const listedText = (publishedAt: Date, now: Date): string => `Listed ${agoText(publishedAt, now)}`

/** `2 weeks ago`: the largest unit that has passed once, counted in whole units. A future date is `just now`. */
export function agoText(date: Date, now: Date): string {
  const ms = now.getTime() - date.getTime()
  const days = Math.floor(ms / DAY_MS)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return ago(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return ago(Math.floor(ms / HOUR_MS), 'hour')
  if (days < 7) return ago(days, 'day')
  if (days < 30) return ago(Math.floor(days / 7), 'week')
  // A month is a twelfth of 365 days; the thirtieth day already reads as one.
  if (days < 365) return ago(Math.max(1, Math.floor((days * 12) / 365)), 'month')
  return ago(Math.floor(days / 365), 'year')
}

/** When `agoText` of this date may read otherwise, in ms since 1970: later than `now`, and never too late. */
export function agoTextHoldsUntilMs(date: Date, now: Date): number {
  const ms = now.getTime() - date.getTime()
  const stepMs = ms < HOUR_MS ? MINUTE_MS : ms < DAY_MS ? HOUR_MS : DAY_MS
  return date.getTime() + Math.max(1, Math.floor(ms / stepMs) + 1) * stepMs
}

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** `November 2026`, by UTC. */
export const monthYear = (date: Date): string => `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

export const JUST_LISTED_MS = 72 * HOUR_MS

/** Published within 72 hours. */
export const justListed = (publishedAt: Date, now: Date): boolean => now.getTime() - publishedAt.getTime() <= JUST_LISTED_MS

/** When `justListed` ends, in ms since 1970; Infinity when it has ended. */
export const justListedHoldsUntilMs = (publishedAt: Date, now: Date): number =>
  justListed(publishedAt, now) ? publishedAt.getTime() + JUST_LISTED_MS + 1 : Infinity
