import { counted } from '#core/format/count.ts'
import { timerText } from '#core/format/time.ts'
import { announce } from './announce.ts'
import { each } from './find.ts'

/** Remaining times of a reservation at which screen readers announce the time left, shortest first. */
const ANNOUNCED_MS = [60_000, 300_000]
/**
 * Differences between the clocks of device and server up to this limit, in ms, are ignored, because a slow page load alone can cause them.
 */
const MOST_LOADING_MS = 30_000

const corrections = new WeakMap<Element, number>()
const lastLeft = new WeakMap<Element, number>()

let planned: ReturnType<typeof setTimeout> | undefined

/**
 * Counts down the timers of the page each second. At the end of a reservation, shows what happened and the next step. Call it again after a
 * timer has been added to the page.
 */
export function timers(): void {
  clearTimeout(planned)
  const left = each<HTMLTimeElement>('time[data-timer]')
    .map(show)
    .filter((ms) => ms > 0)
  // shows a new value when the next whole second has passed
  if (left.length > 0) planned = setTimeout(timers, Math.min(...left.map((ms) => ms % 1000 || 1000)))
}

/** Returns the time left in milliseconds. */
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

/** Returns how far the server's clock is ahead of the device's clock, or 0 for a small difference. */
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
