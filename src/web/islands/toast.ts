import { element } from './element.ts'

const SHOWN_MS = 8_000

/**
 * Shows a message for eight seconds, with an undo button if `undo` is given (spec: ux rule 6). Calls `gone` when the message disappears
 * without an undo, or when another message replaces it.
 */
export function toast(message: string, undo?: () => void, gone?: () => void): void {
  const button = undo && element('button', { type: 'button' }, ['Undo'])
  let undone = false
  const box = showToast(message, button, () => undone || gone?.())
  if (!button) return
  button.addEventListener('click', () => {
    if (!box.isConnected) return
    undone = true
    box.remove()
    undo()
  })
}

/** Shows a message, optionally with an action button. The message stays open while the pointer is over it or the focus is in it. */
export function showToast(message: string, action?: HTMLElement, gone?: () => void): HTMLElement {
  const box = element('div', { class: 'toast' }, [element('span', {}, [message]), ...(action ? [action] : [])])
  if (!action) box.style.paddingRight = 'var(--s5)'
  document.getElementById('toasts')?.replaceChildren(box)
  const since = performance.now()
  const end = (): void => {
    if (box.isConnected && (performance.now() - since < SHOWN_MS || box.matches(':hover, :focus-within'))) {
      setTimeout(end, 250)
      return
    }
    box.remove()
    gone?.()
  }
  setTimeout(end, 250)
  return box
}
