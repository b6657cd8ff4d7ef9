import { counted } from '#core/format/count.ts'
import { timerText } from '#core/format/time.ts'
import { announce } from './announce.ts'
import { each } from './find.ts'

/** Remaining times, shortest first, at which screen readers announce the time left in a reservation. */
const ANNOUNCED_MS = [60_000, 300_000]
/**
 * Differences between the clocks of device and server that are smaller than this, in ms, are ignored. A slow page load alone can cause
 * them.
 */
const MOST_LOADING_MS = 30_000

const corrections = new WeakMap<Element, number>()
const lastLeft = new WeakMap<Element, number>()

let planned: ReturnType<typeof setTimeout> | undefined

/**
 * Updates the page's countdowns each second. When a reservation ends, shows what happened and the next step. Call this again after adding a
 * timer to the page.
 */
export function timers(): void {
  clearTimeout(planned)
  const left = each<HTMLTimeElement>('time[data-timer]')
    .map(show)
    .filter((ms) => ms > 0)
  // updates the timer at the next whole second
  if (left.length > 0) planned = setTimeout(timers, Math.min(...left.map((ms) => ms % 1000 || 1000)))
}

/** Returns the remaining time in milliseconds. */
function show(time: HTMLTimeElement): number {
  const [at, now] = [new Date(time.dateTime), new Date(new Date().getTime() + correctionOf(time))]
  const ms = Math.max(0, at.getTime() - now.getTime())
  const text = ms > 0 ? timerText(at, now) : time.dataset.timer!
  if (time.textContent !== text) time.textContent = text
  const before = lastLeft.get(time)
  lastLeft.set(time, ms)
  const reservation = time.closest('[data-reserved]')
  if (!reservation) return ms
  const passed = before === undefined ? undefined : ANNOUNCED_MS.find((limit) => ms > 0 && before > limit && ms <= limit)
  if (passed) announce(`${counted(passed / 60_000, 'minute')} left to pay.`)
  if (ms === 0) end()
  return ms
}

/** Returns how far the server's clock is ahead of the device's clock. Ignores small differences. */
function correctionOf(time: HTMLTimeElement): number {
  const known = corrections.get(time)
  if (known !== undefined) return known
  const ahead = Date.parse(time.dataset.now!) - new Date().getTime()
  const correction = Math.abs(ahead) > MOST_LOADING_MS ? ahead : 0
  corrections.set(time, correction)
  return correction
}

function end(): void {
  const [open, over] = [each('[data-reserved]:not([hidden])'), each('[data-reserved-over][hidden]')]
  const hadFocus = open.some((part) => part.contains(document.activeElement))
  for (const part of open) part.hidden = true
  for (const part of over) part.hidden = false
  announce(over.map(({ textContent }) => textContent).join(' '))
  if (hadFocus) over[0]?.querySelector('a')?.focus()
}
