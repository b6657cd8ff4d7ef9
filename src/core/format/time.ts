import { counted } from './count.ts'

/** How moments are written, in pages, islands, mails and the API. `now` and the zone are always passed in. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const UTC = 'UTC'

/** `day`: 21 November 2026 · `moment`: 21 November 2026, 14:05 · `weekday`: Saturday 21 November 2026, 14:05 · `hour`: 14:05. */
export type TimeForm = 'day' | 'moment' | 'weekday' | 'hour'

/** A moment as the clocks of a zone show it, without the zone's name: for who reads in that zone. */
export function timeText(form: TimeForm, at: Date, zone: string): string {
  const { weekday, day, month, year, hour, minute } = partsOf(at, zone)
  const date = `${day} ${month} ${year}`
  const time = `${hour}:${minute}`
  if (form === 'day') return date
  if (form === 'hour') return time
  return form === 'moment' ? `${date}, ${time}` : `${weekday} ${date}, ${time}`
}

/** The same with the zone named, for whom nothing is known of: `21 November 2026, 14:05 UTC`. A day has no hour, so it names none. */
export const namedTimeText = (form: TimeForm, at: Date, zone: string = UTC): string =>
  form === 'day' ? timeText(form, at, zone) : `${timeText(form, at, zone)} ${partsOf(at, zone).timeZoneName}`

/** `21 November`: a day that is counted by UTC wherever its reader is, from its name `2026-11-21`. */
export function dayText(isoDay: string): string {
  const { day, month } = partsOf(new Date(`${isoDay}T00:00:00Z`), UTC)
  return `${day} ${month}`
}

/** `November 2026`, by UTC. */
export function monthYear(date: Date): string {
  const { month, year } = partsOf(date, UTC)
  return `${month} ${year}`
}

type Part = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'timeZoneName'

// Put together by hand from its parts: what stands between them differs from one browser to the next.
function partsOf(at: Date, zone: string): Record<Part, string> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as Record<Part, string>
}

/** Kept by zone: making one costs as much as a hundred uses of it. Zones are checked before, so there are some hundreds at most. */
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

/** The zone by its IANA name as it is spelled there, `America/Los_Angeles`; null where there is none of that name. */
export function zoneNamed(name: string): string | null {
  // an offset such as +05:00 knows no summer time
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The zone of the browser or machine that this runs on. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `2 weeks ago`: the largest unit that has passed once, in whole units that are over, as ages are. A future date is `just now`. */
export function agoText(date: Date, now: Date): string {
  const ms = now.getTime() - date.getTime()
  const days = Math.floor(ms / DAY_MS)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${counted(Math.floor(ms / MINUTE_MS), 'minute')} ago`
  if (ms < DAY_MS) return `${counted(Math.floor(ms / HOUR_MS), 'hour')} ago`
  if (days < 7) return `${counted(days, 'day')} ago`
  if (days < 30) return `${counted(Math.floor(days / 7), 'week')} ago`
  // A month is a twelfth of 365 days; the thirtieth day already reads as one.
  if (days < 365) return `${counted(Math.max(1, Math.floor((days * 12) / 365)), 'month')} ago`
  return `${counted(Math.floor(days / 365), 'year')} ago`
}

/** When `agoText` of this date may read otherwise, in ms since 1970: later than `now`, and never too late. */
export function agoTextHoldsUntilMs(date: Date, now: Date): number {
  const ms = now.getTime() - date.getTime()
  const stepMs = ms < HOUR_MS ? MINUTE_MS : ms < DAY_MS ? HOUR_MS : DAY_MS
  return date.getTime() + Math.max(1, Math.floor(ms / stepMs) + 1) * stepMs
}

/**
 * What is left until a moment, to the nearest unit: `12 minutes`, `48 hours`, `4 days`. Rounded down it would contradict the date
 * beside it (decision 21): what ends in two days less a second is two days off. Hours go up to three days, as the rules count so.
 */
export function leftText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (ms < MINUTE_MS / 2) return 'less than a minute'
  if (ms < 90 * MINUTE_MS) return counted(Math.round(ms / MINUTE_MS), 'minute')
  if (ms < 72.5 * HOUR_MS) return counted(Math.round(ms / HOUR_MS), 'hour')
  return counted(Math.round(ms / DAY_MS), 'day')
}
