import { each } from './find.ts'

/** Number of days that each key moves the selection. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * Lets the user move through the days in each chart with the keyboard or the pointer. The values come from the table below the chart, which
 * is also available without scripts.
 */
export function dayPlots(): void {
  const days = each('.day-table tbody tr').toReversed()
  if (days.length === 0) return
  for (const [index, figure] of each('.day-plots figure[data-label]').entries())
    readable(
      figure,
      days.map((day) => textsOf(day, index)),
    )
}

const textsOf = (day: HTMLElement, index: number): [day: string, value: string] => {
  const cells = [...day.children].map((cell) => (cell.textContent ?? '').trim())
  return [cells[0]!, cells[index + 1]!]
}

function readable(figure: HTMLElement, days: readonly (readonly [day: string, value: string])[]): void {
  const svg = figure.querySelector('svg')!
  const bars = figure.querySelectorAll('rect')
  const ends = figure.querySelector('.ends')!
  const before = [...ends.childNodes]
  const last = days.length - 1
  let at = last
  const set = (attributes: Readonly<Record<string, string | number>>): void => {
    for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value))
  }
  const move = (to: number): void => {
    at = Math.min(last, Math.max(0, to))
    set({ 'aria-valuenow': at + 1, 'aria-valuetext': days[at]!.join(': ') })
  }
  const show = (): void => {
    for (const [index, bar] of bars.entries()) bar.classList.toggle('current', index === at)
    ends.textContent = days[at]!.join(': ')
  }
  const hide = (): void => {
    for (const bar of bars) bar.classList.remove('current')
    ends.replaceChildren(...before)
  }
  svg.removeAttribute('aria-hidden')
  set({ role: 'slider', tabindex: 0, 'aria-label': `${figure.dataset.label} by day`, 'aria-valuemin': 1, 'aria-valuemax': days.length })
  move(last)
  svg.addEventListener('focus', show)
  svg.addEventListener('blur', hide)
  svg.addEventListener('pointermove', ({ offsetX }) => {
    move(Math.floor((offsetX / svg.clientWidth) * days.length))
    show()
  })
  svg.addEventListener('pointerleave', () => (document.activeElement === svg ? show() : hide()))
  svg.addEventListener('keydown', (event) => {
    const step = KEYS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(at + step)
    show()
  })
}
