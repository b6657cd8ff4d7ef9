import { each } from './find.ts'

/** Exact times in the reader's own hours, and countdowns that count. */
export function times(): void {
  const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })
  for (const time of each<HTMLTimeElement>('time[title]')) time.title = exact.format(new Date(time.dateTime))
  const countdowns = each<HTMLTimeElement>('time[data-countdown]')
  if (countdowns.length === 0) return
  setInterval(() => {
    for (const time of countdowns) time.textContent = left(time)
  }, 30_000)
}

function left(time: HTMLTimeElement): string {
  const minutes = Math.floor((Date.parse(time.dateTime) - new Date().getTime()) / 60_000)
  if (minutes < 0) return time.dataset.countdown ?? 'over'
  const before = time.dataset.before ?? ''
  if (minutes < 1) return `${before}less than a minute`
  if (minutes < 60) return `${before}${minutes} min`
  return before + (minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`)
}
