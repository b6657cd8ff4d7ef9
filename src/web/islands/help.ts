import { load, swap } from './page.ts'
import type { Follows } from './swaps.ts'
import { toast } from './toast.ts'

const POLL_MS = 1_500
const SHOWN = ['price', 'title', 'one_liner', 'description']

/** Shows the steps of a research run while it is running, and announces the end of the run to screen readers. */
export function help(follow: Follows): void {
  let timer = 0
  const next = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(update, POLL_MS)
  }
  const atWork = (): boolean => document.getElementById('help')?.dataset.poll === 'true'
  const update = (): void => {
    if (!atWork()) return
    if (document.hidden) return next()
    load('GET', location.href).then(({ page }) => {
      if (!atWork()) return
      swap(page, 'help')
      follow(page)
      if (atWork()) return next()
      toast(document.querySelector('#help .found') ? 'Price research is finished.' : 'Price research could not be finished.')
    }, next)
  }
  document.addEventListener('swapped', () => {
    if (atWork()) next()
  })
  // loads the research results again after a save, because the results are compared with the price and description in the form
  document.addEventListener('saved', (event) => {
    if (!SHOWN.includes((event as CustomEvent<string>).detail) || !document.querySelector('#help :is(.found, .take)')) return
    load('GET', location.href).then(
      ({ page }) => swap(page, 'help'),
      () => {
        // ignores a failed request, because the next event renders the panel again
      },
    )
  })
  if (atWork()) next()
  drawer()
}

/** On small screens, opens the helper panel as a drawer without a page load. Pressing Escape closes the drawer. */
function drawer(): void {
  const opener = document.querySelector<HTMLElement>('.helper-opener')
  const close = (): void => {
    document.getElementById('help')?.classList.remove('open')
    if (location.hash === '#help') location.hash = '#about'
  }
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest('.helper-opener')) {
      event.preventDefault()
      const panel = document.getElementById('help')
      panel?.classList.add('open')
      panel?.querySelector<HTMLElement>('.tabs a[aria-current]')?.focus()
    } else if (event.target.closest('.helper-closer')) {
      event.preventDefault()
      close()
      opener?.focus()
    }
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !document.getElementById('help')?.matches(':focus-within')) return
    close()
    opener?.focus()
  })
}
