import { leftText, timeText, localZone, type TimeForm } from '#core/format/time.ts'
import { each } from './find.ts'
import { timers } from './timers.ts'

const ZONE = localZone()

/** Matches the sign-in pages. Emails use the browser's time zone from the user's first sign-in. */
const ENTRANCES = /^\/(sign-in|sign-up|link)(\/|$)/

/** Shows times in the user's time zone, and runs countdowns and timers. Also handles elements that are added to the page later. */
export function times(): void {
  inReadersZone(document)
  countDown()
  timers()
  setInterval(countDown, 30_000)
  // sets the cookie only when a form is submitted, so that visitors who only read pages get no cookie
  if (ENTRANCES.test(location.pathname))
    addEventListener('submit', () => {
      document.cookie = `zone=${ZONE}; Path=/; SameSite=Lax; Max-Age=600`
    })
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
    for (const node of added) inReadersZone(node)
    if (added.some((node) => node.querySelector('time[data-timer]'))) timers()
  }).observe(document.body, { childList: true, subtree: true })
}

function inReadersZone(root: Document | Element): void {
  for (const time of timesIn(root)) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    const { form } = time.dataset
    // skips unchanged text, because replacing the text would trigger the observer again
    if (form && time.dataset.zone !== ZONE) {
      time.dataset.zone = ZONE
      time.textContent = timeText(form as TimeForm, at, ZONE)
    }
    if (time.title) time.title = timeText('moment', at, ZONE)
  }
}

const timesIn = (root: Document | Element): Iterable<HTMLTimeElement> =>
  root instanceof HTMLTimeElement ? [root] : root.querySelectorAll<HTMLTimeElement>('time[data-form], time[title]')

function countDown(): void {
  const now = new Date()
  for (const time of each<HTMLTimeElement>('time[data-countdown]')) {
    const at = new Date(time.dateTime)
    time.textContent = at <= now ? (time.dataset.countdown ?? 'over') : `${time.dataset.before ?? ''}${leftText(at, now)}`
  }
}
