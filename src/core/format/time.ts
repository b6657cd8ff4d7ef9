import { counted } from './count.ts'

/** Formats times for pages, islands, emails and the API. The caller always passes the current time and the time zone. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const UTC = 'UTC'

/**
 * Format of a time. `day`: 21 November 2026. `moment`: 21 November 2026, 14:05. `weekday`: Saturday 21 November 2026, 14:05. `hour`:
 * 14:05.
 */
export type TimeForm = 'day' | 'moment' | 'weekday' | 'hour'

/** Formats a time in a time zone without naming the zone. For users in that time zone. */
export function timeText(form: TimeForm, at: Date, zone: string): string {
  const { weekday, day, month, year, hour, minute } = partsOf(at, zone)
  const date = `${day} ${month} ${year}`
  const time = `${hour}:${minute}`
  if (form === 'day') return date
  if (form === 'hour') return time
  return form === 'moment' ? `${date}, ${time}` : `${weekday} ${date}, ${time}`
}

/**
 * Like `timeText`, but for users whose time zone is unknown: includes the zone's name (`21 November 2026, 14:05 UTC`), except in the format
 * `day`.
 */
export const namedTimeText = (form: TimeForm, at: Date, zone: string = UTC): string =>
  form === 'day' ? timeText(form, at, zone) : `${timeText(form, at, zone)} ${partsOf(at, zone).timeZoneName}`

/** Formats the date in a time zone as `2026-11-21`, the format of a date field. */
export const dayIn = (at: Date, zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)

/** Returns the time when a day such as `2026-11-21` starts in a time zone, or null for an invalid day. */
export function startOfDay(isoDay: string, zone: string): Date | null {
  const utc = new Date(`${isoDay}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(isoDay) || Number.isNaN(utc.getTime())) return null
  // no time zone is more than 14 hours from UTC; steps of a quarter hour also find a day that starts at 01:00 because of daylight saving
  // time
  for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
    const at = new Date(utc.getTime() + minutes * MINUTE_MS)
    if (dayIn(at, zone) === isoDay) return at
  }
  return null
}

/** Formats a date such as `2026-11-21` as `21 November`. The user's time zone does not matter. */
export function dayText(isoDay: string): string {
  const { day, month } = partsOf(new Date(`${isoDay}T00:00:00Z`), UTC)
  return `${day} ${month}`
}

/** Formats the month and year of a time in UTC, such as `November 2026`. */
export function monthYear(date: Date): string {
  const { month, year } = partsOf(date, UTC)
  return `${month} ${year}`
}

type Part = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'timeZoneName'

// builds the string from parts, because browsers use different separators
function partsOf(at: Date, zone: string): Record<Part, string> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as Record<Part, string>
}

/**
 * Formatters by time zone. They are cached, because creating a formatter is about a hundred times slower than using it. Time zones are
 * validated first, so the cache has at most a few hundred entries.
 */
const FORMATS = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = FORMATS.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone: zone },
    })
    FORMATS.set(zone, format)
  }
  return format
}

/** Returns the canonical IANA name of a time zone, such as `America/Los_Angeles`. Returns null if the zone does not exist. */
export function zoneNamed(name: string): string | null {
  // rejects a fixed offset such as +05:00, because such an offset ignores daylight saving time
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Returns the time zone of the browser or machine that runs this code. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats an age such as `2 weeks ago`, in the largest whole unit, rounded down. Returns `just now` for a future date. */
export function agoText(date: Date, now: Date): string {
  const ms = now.getTime() - date.getTime()
  const days = Math.floor(ms / DAY_MS)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${counted(Math.floor(ms / MINUTE_MS), 'minute')} ago`
  if (ms < DAY_MS) return `${counted(Math.floor(ms / HOUR_MS), 'hour')} ago`
  if (days < 7) return `${counted(days, 'day')} ago`
  if (days < 30) return `${counted(Math.floor(days / 7), 'week')} ago`
  // a month is a twelfth of 365 days, but the first month ends after 30 days
  if (days < 365) return `${counted(Math.max(1, Math.floor((days * 12) / 365)), 'month')} ago`
  return `${counted(Math.floor(days / 365), 'year')} ago`
}

/** Returns a time after `now`, in ms since 1970. At least until then, `agoText` returns the same string for this date. */
export function agoTextExpiresAtMs(date: Date, now: Date): number {
  const ms = now.getTime() - date.getTime()
  const stepMs = ms < HOUR_MS ? MINUTE_MS : ms < DAY_MS ? HOUR_MS : DAY_MS
  return date.getTime() + Math.max(1, Math.floor(ms / stepMs) + 1) * stepMs
}

/**
 * Formats the time left until `at`, rounded to the nearest unit: `12 minutes`, `48 hours`, `4 days`. Up to three days, formats hours. Does
 * not round down: two days minus a second is `48 hours`, because `47 hours` would contradict the date next to it (decision 21).
 */
export function leftText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (ms < MINUTE_MS / 2) return 'less than a minute'
  if (ms < 90 * MINUTE_MS) return counted(Math.round(ms / MINUTE_MS), 'minute')
  if (ms < 72.5 * HOUR_MS) return counted(Math.round(ms / HOUR_MS), 'hour')
  return counted(Math.round(ms / DAY_MS), 'day')
}

/**
 * Formats the time left until `at` to the second, such as `04:09 left`, with two digits per unit, so that the width stays the same. If more
 * than an hour is left, uses larger units: `23 hours left`.
 */
export function timerText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (ms > HOUR_MS) return `${leftText(at, now)} left`
  const seconds = Math.ceil(ms / 1000)
  const digits = (value: number): string => String(value).padStart(2, '0')
  return `${digits(Math.floor(seconds / 60))}:${digits(seconds % 60)} left`
}

/** Formats the end of a timer as a time of day, for pages without scripts. Adds the date if the end is more than an hour away. */
export const timerForm = (at: Date, now: Date): TimeForm => (at.getTime() - now.getTime() > HOUR_MS ? 'moment' : 'hour')

/** Formats how quickly a shop usually replies, rounded up, such as `Usually replies within 3 hours`. */
export function replyTimeText(seconds: number): string {
  if (seconds * 1000 > 7 * DAY_MS) return 'Usually takes more than a week to reply'
  if (seconds * 1000 > DAY_MS) return `Usually replies within ${counted(Math.ceil((seconds * 1000) / DAY_MS), 'day')}`
  const hours = Math.max(1, Math.ceil((seconds * 1000) / HOUR_MS))
  return `Usually replies within ${hours === 1 ? 'an hour' : counted(hours, 'hour')}`
}
