import { each } from './find.ts'

const SHOWN_MS = 8_000

/** What was done, with its undo, where the eyes are: for eight seconds, longer while somebody points at it. */
export function said(): void {
  for (const box of each('[data-island="said"]')) {
    const form = box.querySelector('form')
    const words = box.querySelector('.notice > div')?.firstChild?.textContent?.trim()
    const place = document.getElementById('toasts')
    if (!form || !words || !place) continue
    const toast = document.createElement('div')
    toast.className = 'toast'
    const text = document.createElement('span')
    text.textContent = words
    form.querySelector('button')!.className = ''
    toast.append(text, form)
    box.remove()
    place.replaceChildren(toast)
    const end = (): void => {
      if (toast.matches(':hover, :focus-within')) setTimeout(end, 1_000)
      else toast.remove()
    }
    setTimeout(end, SHOWN_MS)
  }
}
