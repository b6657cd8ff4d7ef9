import { namedTimeText } from '#domain/formats/times.ts'
import { element } from './element.ts'
import { each } from './find.ts'

type Line = { id: string; sender: string; from: string; text: string; passed: string | null; at: string }

const SOON_MS = 2_000
const SLOW_MS = 15_000
const SOON_TIMES = 30

/** Looks for new messages and puts them at the end of the log, which reads them out. Sleeps while nobody looks. */
export function talk(): void {
  for (const log of each<HTMLOListElement>('ol[data-island="talk"]')) {
    let looks = 0
    const again = (): void => {
      setTimeout(look, looks < SOON_TIMES ? SOON_MS : SLOW_MS)
    }
    const look = (): void => {
      looks++
      if (document.hidden) return again()
      fetchLines(log.dataset.after ?? '').then(
        (lines) => {
          for (const line of lines) append(log, line)
          again()
        },
        () => again(),
      )
    }
    again()
  }
}

/** The island of times writes it in the reader's zone as soon as it is in the page. */
const momentOf = (at: string): HTMLElement =>
  element('time', { datetime: at, 'data-form': 'moment' }, [namedTimeText('moment', new Date(at))])

async function fetchLines(after: string): Promise<Line[]> {
  const answer = await fetch(`${location.pathname}?after=${encodeURIComponent(after)}`, { headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The server said ${answer.status}.`)
  return ((await answer.json()) as { lines: Line[] }).lines
}

function append(log: HTMLOListElement, { id, sender, from, text, passed, at }: Line): void {
  const byHelper = sender === 'agent'
  const who = element(byHelper ? 'span' : 'strong', { class: byHelper ? 'badge info' : '' }, [from])
  const line = element('li', { class: `line ${sender}` }, [
    element('span', { class: 'from' }, [who, ' ', element('span', { class: 'small quiet' }, [momentOf(at)])]),
    element('p', {}, [text]),
  ])
  if (passed) line.append(element('span', {}, [element('span', { class: 'badge info' }, [passed])]))
  log.append(line)
  log.dataset.after = id
}
