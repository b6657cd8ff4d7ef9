import { leftText, timeText, zoneHere, type TimeForm } from '#core/format/time.ts'
import { each } from './find.ts'

const ZONE = zoneHere()

/** Where one signs in: the account's mails are written in the zone that its first browser tells. */
const ENTRANCES = /^\/(sign-in|sign-up|link)(\/|$)/

/** Every moment in the reader's own zone, also where it comes into the page later, and countdowns that count. */
export function times(): void {
  inReadersZone(document)
  countDown()
  setInterval(countDown, 30_000)
  // only now: who only looks carries no cookie
  if (ENTRANCES.test(location.pathname))
    addEventListener('submit', () => {
      document.cookie = `zone=${ZONE}; Path=/; SameSite=Lax; Max-Age=600`
    })
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) inReadersZone(node)
  }).observe(document.body, { childList: true, subtree: true })
}

function inReadersZone(root: Document | Element): void {
  for (const time of timesIn(root)) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    const { form } = time.dataset
    // a text that is right stays, so that what is written here is not looked at again
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
