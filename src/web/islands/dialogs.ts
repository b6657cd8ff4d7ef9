import { each } from './find.ts'

/** Makes buttons open and close dialogs in browsers that do not support the `command` attribute. */
export function dialogs(): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  for (const button of each<HTMLButtonElement>('button[commandfor]')) {
    const dialog = document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) continue
    button.addEventListener('click', () => (button.getAttribute('command') === 'close' ? dialog.close() : dialog.showModal()))
  }
}
