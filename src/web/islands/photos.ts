import { announce } from './announce.ts'
import { drag, tileAt } from './photo-drag.ts'
import { fieldsOf, load, feedbackOf, swap, tokenIn } from './page.ts'
import { failed } from './swaps.ts'
import { toast } from './toast.ts'

/**
 * Reorders photos by dragging, arrow keys and buttons. The first photo must be one of the seller's own photos. If the user puts any other
 * photo first, it moves back, and a message gives the reason. Alt texts are saved when the field loses focus.
 */
export function photos(rail: HTMLElement): void {
  const list = (): HTMLElement => rail.querySelector('ol')!
  const tiles = (): HTMLElement[] => [...list().children] as HTMLElement[]
  let sending: Promise<void> = Promise.resolve()
  let waiting = 0
  let last: { to: string; body: URLSearchParams } | null = null
  // saves the order of the photos when the user leaves the page, if it has not been saved yet
  window.addEventListener('pagehide', () => {
    if (waiting > 0 && last) sendLast(last.to, last.body)
  })

  /** Moves a photo to a position. Returns false if the position is not allowed. */
  function insertAt(tile: HTMLElement, to: number): boolean {
    const before = tiles()
    const from = before.indexOf(tile)
    const next = before.toSpliced(from, 1).toSpliced(to, 0, tile)
    if (to < 0 || to >= before.length || to === from) return false
    if (next[0]!.dataset.leads !== 'true') {
      toast(rail.dataset.rule!)
      tile.classList.add('sprung')
      setTimeout(() => tile.classList.remove('sprung'), 400)
      return false
    }
    const focused = document.activeElement
    if (to > from) before[to]!.after(tile)
    else before[to]!.before(tile)
    if (focused instanceof HTMLElement && tile.contains(focused)) focused.focus()
    announce(`Photo ${from + 1} is now number ${to + 1} of ${before.length}${to === 0 ? ', the cover' : ''}.`)
    saveOrder()
    return true
  }

  function saveOrder(): void {
    const form = rail.querySelector<HTMLFormElement>('form.tools')!
    const body = new URLSearchParams({ form_token: tokenIn(form).value, do: 'photo-order' })
    for (const tile of tiles()) body.append('photo_ids', tile.dataset.photo!)
    waiting++
    last = { to: form.action, body }
    sending = sending
      .then(() => load('POST', form.action, { body }))
      .then(
        ({ page }) => {
          const feedback = feedbackOf(page)
          if (feedback?.failed) toast(feedback.message)
          // shows only the latest response, because earlier responses are outdated
          if (--waiting === 0) swap(page, 'photo-list')
        },
        () => {
          waiting--
          failed()
        },
      )
  }

  rail.addEventListener('keydown', (event) => {
    const tile = tileAt(event.target)
    if (!tile || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const at = tiles().indexOf(tile)
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: tiles().length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    insertAt(tile, to)
  })

  rail.addEventListener('submit', (event) => {
    const form = event.target
    const button = event.submitter
    if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return
    const tile = tileAt(form)
    if (!tile) return
    const at = tiles().indexOf(tile)
    const to = { 'photo-earlier': at - 1, 'photo-later': at + 1, 'photo-cover': 0 }[button.value]
    if (to !== undefined) {
      event.preventDefault()
      insertAt(tile, to)
    } else if (button.value === 'photo-remove') {
      event.preventDefault()
      remove(form, tile, button)
    } else if (button.value === 'photo-alt') {
      event.preventDefault()
      describe(form)
    }
  })

  /** Hides the photo immediately, and deletes it eight seconds later unless the user undoes the removal. */
  function remove(form: HTMLFormElement, tile: HTMLElement, button: HTMLButtonElement): void {
    const body = fieldsOf(form, button)
    const next = tile.nextElementSibling ?? tile.previousElementSibling
    tile.hidden = true
    let done = false
    const commit = (): void => {
      if (done) return
      done = true
      window.removeEventListener('pagehide', last)
      load('POST', form.action, { body }).then(({ page }) => swap(page, 'photo-list'), failed)
    }
    /** Runs when the page closes. The browser then sends the request in the background. */
    const last = (): void => {
      done = true
      sendLast(form.action, body)
    }
    window.addEventListener('pagehide', last, { once: true })
    const undo = (): void => {
      done = true
      window.removeEventListener('pagehide', last)
      tile.hidden = false
      tile.querySelector<HTMLElement>('button')?.focus()
      announce('Photo restored.')
    }
    toast('Photo removed', undo, commit)
    next?.querySelector<HTMLElement>('button')?.focus()
  }

  function describe(form: HTMLFormElement): void {
    const field = form.querySelector<HTMLInputElement>('input[name="alt"]')!
    if (field.value === field.defaultValue) return
    const body = fieldsOf(form, form.querySelector('button[value="photo-alt"]'))
    const sent = field.value
    load('POST', form.action, { body }).then(({ page }) => {
      const feedback = feedbackOf(page)
      if (feedback?.failed) return toast(feedback.message)
      field.defaultValue = sent
      announce('Photo description saved.')
      form.closest('li')?.classList.add('described')
    }, failed)
  }

  // `change` fires when the field loses focus, and when the user presses Enter
  rail.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === 'alt' && event.target.form) describe(event.target.form)
  })

  // hides the save buttons, because alt texts are saved when the field loses focus; pressing Enter still activates the hidden button
  const quiet = (): void => {
    for (const button of rail.querySelectorAll<HTMLElement>('button[value="photo-alt"]')) button.hidden = true
  }
  quiet()
  document.addEventListener('swapped', quiet)
  drag(rail, tiles, insertAt)
}

/** Sends a request that completes even if the page closes. The response is ignored. */
function sendLast(to: string, body: URLSearchParams): void {
  fetch(to, { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => {})
}
