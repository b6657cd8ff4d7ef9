import { each } from './find.ts'
import { showToast } from './toast.ts'

/** Shows the message about the last action as a toast, with an undo button. */
export function feedbackText(): void {
  for (const box of each('[data-island="said"]')) {
    const form = box.querySelector('form')
    const message = box.querySelector('.notice > div')?.firstChild?.textContent?.trim()
    if (!form || !message || !document.getElementById('toasts')) continue
    form.querySelector('button')!.className = ''
    box.remove()
    showToast(message, form)
  }
}
