import { counted } from './count.ts'

/** Formats times for pages, islands, mails and the API. Callers always pass `now` and the time zone. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const UTC = 'UTC'

/** `day`: 21 November 2026 · `moment`: 21 November 2026, 14:05 · `weekday`: Saturday 21 November 2026, 14:05 · `hour`: 14:05. */
export type TimeForm = 'day' | 'moment' | 'weekday' | 'hour'

/** Formats a time in a zone without the zone's name, for readers in that zone. */
export function timeText(form: TimeForm, at: Date, zone: string): string {
  const { weekday, day, month, year, hour, minute } = partsOf(at, zone)
  const date = `${day} ${month} ${year}`
  const time = `${hour}:${minute}`
  if (form === 'day') return date
  if (form === 'hour') return time
  return form === 'moment' ? `${date}, ${time}` : `${weekday} ${date}, ${time}`
}

/**
 * Like `timeText` with the zone's name, for readers whose zone is unknown: `21 November 2026, 14:05 UTC`. The form `day` omits the name.
 */
export const namedTimeText = (form: TimeForm, at: Date, zone: string = UTC): string =>
  form === 'day' ? timeText(form, at, zone) : `${timeText(form, at, zone)} ${partsOf(at, zone).timeZoneName}`

/** `21 November`: formats a UTC day such as `2026-11-21`, independent of the reader's zone. */
export function dayText(isoDay: string): string {
  const { day, month } = partsOf(new Date(`${isoDay}T00:00:00Z`), UTC)
  return `${day} ${month}`
}

/** `November 2026`, in UTC. */
export function monthYear(date: Date): string {
  const { month, year } = partsOf(date, UTC)
  return `${month} ${year}`
}

type Part = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'timeZoneName'

// Assembled from parts, because browsers use different separators.
function partsOf(at: Date, zone: string): Record<Part, string> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as Record<Part, string>
}

/** Cache by zone: creating a formatter costs as much as a hundred uses. Zones are validated before, so there are a few hundred at most. */
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

/** Returns the canonical IANA name of a zone, such as `America/Los_Angeles`, or null if it does not exist. */
export function zoneNamed(name: string): string | null {
  // an offset such as +05:00 has no daylight saving time
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Returns the time zone of this browser or machine. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `2 weeks ago`: the largest unit that has passed in full, rounded down. A future date is `just now`. */
export function agoText(date: Date, now: Date): string {
  const ms = now.getTime() - date.getTime()
  const days = Math.floor(ms / DAY_MS)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${counted(Math.floor(ms / MINUTE_MS), 'minute')} ago`
  if (ms < DAY_MS) return `${counted(Math.floor(ms / HOUR_MS), 'hour')} ago`
  if (days < 7) return `${counted(days, 'day')} ago`
  if (days < 30) return `${counted(Math.floor(days / 7), 'week')} ago`
  // A month is a twelfth of 365 days. Day 30 already counts as one month.
  if (days < 365) return `${counted(Math.max(1, Math.floor((days * 12) / 365)), 'month')} ago`
  return `${counted(Math.floor(days / 365), 'year')} ago`
}

/** Returns when `agoText` of this date may change, in ms since 1970: later than `now`, and never too late. */
export function agoTextExpiresAtMs(date: Date, now: Date): number {
  const ms = now.getTime() - date.getTime()
  const stepMs = ms < HOUR_MS ? MINUTE_MS : ms < DAY_MS ? HOUR_MS : DAY_MS
  return date.getTime() + Math.max(1, Math.floor(ms / stepMs) + 1) * stepMs
}

/**
 * Formats the time left until a moment, in the nearest unit: `12 minutes`, `48 hours`, `4 days`. Rounding down would contradict the date
 * next to it (decision 21): two days minus a second is two days. Uses hours up to three days, like the rules.
 */
export function leftText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (ms < MINUTE_MS / 2) return 'less than a minute'
  if (ms < 90 * MINUTE_MS) return counted(Math.round(ms / MINUTE_MS), 'minute')
  if (ms < 72.5 * HOUR_MS) return counted(Math.round(ms / HOUR_MS), 'hour')
  return counted(Math.round(ms / DAY_MS), 'day')
}
