import { keysOff, typing } from './find.ts'

const GO: Readonly<Record<string, string>> = { t: '/app', l: '/app/listings', o: '/app/offers', m: '/app/messages' }
const WAIT_MS = 1_200

/**
 * Handles the single keys `c` and `?`, and `g` followed by a letter. Users can turn these shortcuts off (WCAG 2.1.4). The search box
 * handles `/`.
 */
export function shortcuts(): void {
  if (keysOff()) return
  let goingUntil = 0
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const going = performance.now() < goingUntil
    goingUntil = 0
    if (going && GO[event.key]) location.assign(GO[event.key]!)
    else if (event.key === 'g') goingUntil = performance.now() + WAIT_MS
    else if (event.key === 'c') location.assign('/app/listings/new')
    else if (event.key === '?') dialogOf('shortcuts')?.showModal()
    else return
    event.preventDefault()
  })
}

const dialogOf = (id: string): HTMLDialogElement | null => {
  const dialog = document.getElementById(id)
  return dialog instanceof HTMLDialogElement ? dialog : null
}
